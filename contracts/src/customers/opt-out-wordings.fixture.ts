/** What customers wrote to have no more, none of it a keyword alone: each closes calls and texts of its number. */
export const optOutWordings = [
  'Please stop texting me',
  'do not text me again',
  'No more texts',
  'unsubscribe me please',
  'STOP calling me',
  'stop please',
  'ALTO',
  'Stpo',
] as const;
