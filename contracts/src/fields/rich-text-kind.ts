import { textOf, type TextOptions } from './text-kinds.js';

const inTags = /<[^>]*>/g;

/** Formatted text as HTML, which its service cleans; a person reads it without the format where there is none. */
export const richText = <const S extends TextOptions>(said: S) =>
  textOf('richText', said, (value) => value.replace(inTags, ' ').replace(/\s+/g, ' ').trim());
