/** The same keys in another language: one that is missing or too much does not compile. */
export type Translated<T> = { [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
