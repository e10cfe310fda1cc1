/** Lists with a call of their own; how they are read is loaded with the first of them. */
const resources = [
  'records',
  'missed-calls',
  'guide-leads',
  'conversations',
  'follow-ups',
  'statistic',
  'deals',
] as const;
export type PagedResource = (typeof resources)[number];

export const isPaged = (resource: string): resource is PagedResource =>
  resources.some((known) => known === resource);
