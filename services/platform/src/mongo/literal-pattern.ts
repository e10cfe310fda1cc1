/** A text as part of a regular expression that means the text itself: every sign of the pattern language is escaped. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
