import { exampleHealthLead, exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { loadHealthForm } from '@crm/contracts/leads/health-form-wire.rules.js';
import { loadLifeForm } from '@crm/contracts/leads/life-form-wire.rules.js';
import { healthKind } from '../health-form/health-kind.js';
import { lifeKind } from '../life-form/life-kind.js';
import { shownConflicts } from './shown-conflicts.js';

const phones = { phone: '(214)555-0196', second_phone: '' };
const conflicts = ['phone', 'second_phone'].map((id) => ({ id, fields: [id] }));

test.each([
  ['life', lifeKind('dialog'), { ...loadLifeForm(exampleLifeLead), ...phones }],
  ['health', healthKind, { ...loadHealthForm(exampleHealthLead), ...phones }],
])(
  'a phone of a %s lead that two people changed is shown as everywhere, not as it is typed',
  (_type, kind, form) => {
    const shown = shownConflicts(kind, conflicts, { mine: form, theirs: form }, {});
    expect(shown.map(({ lines }) => lines.mine)).toMatchObject([
      [{ label: 'Phone', text: '(214) 555-0196' }],
      [{ label: 'Second Phone', text: '' }],
    ]);
  },
);
