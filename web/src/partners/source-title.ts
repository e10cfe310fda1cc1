import { sources, type SourceName } from '@crm/contracts/codes/sources.js';

/** What a source is called. */
export const sourceTitle = (name: SourceName) =>
  sources.find((source) => source.name === name)?.title ?? name;
