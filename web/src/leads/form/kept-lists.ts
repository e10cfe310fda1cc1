import type { ReferenceListName } from '@crm/contracts/reference/reference-list.js';

type ListsByInput = Readonly<Record<string, ReferenceListName>>;

/** The lists that admins keep and a life lead's form offers, by its inputs: the marketplace has its own. */
export const lifeLists = (isMarketplace: boolean) =>
  ({ medications: isMarketplace ? 'mediaalphaMedications' : 'medications' }) satisfies ListsByInput;

/** Those of a health lead's form. */
export const healthLists = {
  medications: 'healthMedications',
  current_company: 'health_current_company',
} satisfies ListsByInput;
