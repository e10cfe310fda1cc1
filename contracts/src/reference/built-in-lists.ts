import { healthCompanies, lifeCompanies } from '../codes/companies.js';
import { healthConditions } from '../codes/health-lists.js';
import { mediaalphaMedications, medications, type Choice } from '../codes/life-lists.js';
import { builtInCarriers } from './carrier-entries.js';
import { builtInPortals } from './portal-entries.js';
import type { EntryOf, ReferenceEntry, ReferenceListName } from './reference-list.js';

const entriesOf = (choices: readonly Choice[]): readonly ReferenceEntry[] =>
  choices.map(({ value, text }) => ({ code: value, text, active: true }));

/** What each list holds before an admin changed anything: what the service begins with, and what a browser shows until it knows. */
export const builtInLists: { readonly [N in ReferenceListName]: readonly EntryOf<N>[] } = {
  medications: entriesOf(medications),
  mediaalphaMedications: entriesOf(mediaalphaMedications),
  healthMedications: entriesOf(healthConditions),
  current_company: entriesOf(lifeCompanies),
  health_current_company: entriesOf(healthCompanies),
  carriers: builtInCarriers,
  portals: builtInPortals,
};
