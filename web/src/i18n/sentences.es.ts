/** Sentences of the server and of its schemas, by the English one; `{}` stands for what differs each time. */
export const sentenceEs: Readonly<Record<string, string>> = {};
