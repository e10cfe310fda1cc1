import { capital } from '@crm/contracts/resources/define-resource.js';
import { localise } from '../i18n/language.js';

/** The nouns of a resource as the sentences take them, in the language chosen. */
export const nounsOf = (said: { one: string; many: string }) => {
  const one = localise(said.one);
  return { one, many: localise(said.many), One: capital(one) };
};
