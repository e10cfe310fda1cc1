import { capital } from '@crm/contracts/resources/define-resource.js';

/** The nouns of a resource as the sentences take them. */
export const nounsOf = ({ one, many }: { one: string; many: string }) => ({ one, many, One: capital(one) });
