import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { withMiddleName as definition } from '@crm/contracts/resources/middle-name.fixture.js';
import { lineGroups } from '../lead/lead-lines.js';
import { lifeKind } from '../life-form/life-kind.js';
import { inputsOf, readingOrder } from './form-inputs.js';
import { shownConflicts } from './shown-conflicts.js';

const { fields } = definition;

test('a field that is defined has its input at the end of its section, without a word of how it looks', () => {
  const order = readingOrder(Object.keys(lifeLeads.sections), inputsOf(fields), lifeKind('dialog').layout);
  expect(order.slice(order.indexOf('state'), order.indexOf('birth_month'))).toEqual([
    ...['state', 'language'],
    'middle_name',
  ]);
});

test('it has its line on the Client tab', () => {
  const [contact] = lineGroups(definition, { middle_name: 'Chidi' }, {}, new Set());
  expect(contact?.lines).toContainEqual({ label: 'Middle name', value: 'Chidi', keys: ['middle_name'] });
});

test('it goes by its label where two people changed it', () => {
  const conflicts = [{ id: 'middle_name', fields: ['middle_name'] }];
  const sides = { mine: { middle_name: 'Chidi' }, theirs: { middle_name: '' } };
  expect(shownConflicts({ fields, definition }, conflicts, sides, {})).toEqual([
    {
      id: 'middle_name',
      title: 'Middle name',
      lines: {
        mine: [{ label: 'Middle name', text: 'Chidi' }],
        theirs: [{ label: 'Middle name', text: '' }],
      },
    },
  ]);
});
