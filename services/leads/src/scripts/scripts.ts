import { scripts } from '@crm/contracts/resources/script.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import type { Stored } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { sanitiseScript } from './sanitise-script.js';
import type { ScriptDoc } from './script.model.js';

/** The scripts as a resource; one of which nothing to read is left is `invalid`. */
export const storedScripts = ({
  scripts: model,
  clock,
}: Pick<LeadsContext, 'scripts' | 'clock'>): Stored<typeof scripts.fields, ScriptDoc> => ({
  ...{ resource: scripts, model, clock },
  clean: ({ html = '', ...others }) => {
    const clean = sanitiseScript(html);
    if (clean === undefined) throw invalidField('html', 'This field is required');
    // What is put in with a link may make it longer than what was sent.
    const { error } = scripts.fields.html.wire.safeParse(clean);
    if (error) throw invalidField('html', error.issues[0]?.message ?? '');
    return { ...others, html: clean };
  },
});
