/** With a capital at its beginning. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The nouns of a resource as the sentences take them. */
export const nounsOf = ({ one, many }: { one: string; many: string }) => ({ one, many, One: capital(one) });
