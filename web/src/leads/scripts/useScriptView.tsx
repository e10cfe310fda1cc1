import { scripts } from '@crm/contracts/resources/script.js';
import { LaterRichText } from '../../fields/LaterRichText.js';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import type { FormView } from '../../resources/resource-view.js';
import { ScriptFrame } from './ScriptFrame.js';
import { scriptName } from './script-text.js';

const inputs = { html: <LaterRichText key="html" isTitled source="html" field={scripts.fields.html} /> };

/** How a script is written, changed and deleted (rule L31). */
export function useScriptView(): FormView<typeof scripts.fields> {
  const translate = useScriptMessages();
  return {
    resource: scripts,
    nameOf: ({ html }) => scriptName(html) ?? '',
    form: ['html'],
    inputs,
    reasonOf: ({ html }) => (html === '' ? translate('crm.script.custom.empty') : undefined),
    words: {
      changeTitle: translate('crm.script.custom.editTitle'),
      deleteTitle: translate('crm.script.custom.deleteTitle'),
      deleteText: (name) => translate('crm.script.custom.deleteText', { name }),
    },
    Frame: ScriptFrame,
  };
}
