import type { Fields } from '@crm/contracts/fields/field.js';
import { capital } from '@crm/contracts/resources/define-resource.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { nounsOf } from './nouns.rules.js';
import type { FormView, ResourceWords } from './resource-view.js';

/** The words of a resource: those of its view, and of its nouns where the view has none. */
export function useResourceWords<F extends Fields>({ resource, words }: FormView<F>): ResourceWords {
  const translate = useResourceMessages();
  const nouns = nounsOf(resource);
  const add = translate('crm.resource.add', nouns);
  return {
    add,
    addTitle: add,
    changeTitle: capital(resource.one),
    create: translate('crm.resource.create'),
    update: translate('crm.resource.update'),
    back: translate('crm.action.close'),
    deleteTitle: translate('crm.resource.deleteTitle', nouns),
    deleteNow: translate('crm.resource.deleteNow'),
    deleteText: (name) => translate('crm.resource.deleteText', { name }),
    edit: (name) => translate('crm.resource.edit', { name }),
    delete: (name) => translate('crm.resource.delete', { name }),
    ...words,
  };
}
