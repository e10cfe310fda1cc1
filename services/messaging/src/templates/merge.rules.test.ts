import type { MergeSources } from '@crm/contracts/messaging/merge-fields.js';
import { asHtml, mergeTemplate, mergeValues } from './merge.rules.js';

const fields: MergeSources = {
  lead: { fullname: 'Raymond de la Cruz', state: 'TX', phone: '+12145550117', email: null },
  agent: {
    fullname: 'Dana Reyes',
    fname: 'Dana',
    lname: 'Reyes',
    phone: '+17375550100',
    email: 'd@example.com',
  },
  agencyName: 'Juniper Insurance',
};
const values = mergeValues(fields);

test.each([
  ['Hello {{lead.first_name}}', 'Hello Raymond'],
  ['{{ lead.fullname }} of {{lead.state}}', 'Raymond de la Cruz of Texas'],
  ['{{lead.last_name}}, {{lead.phone}}', 'Cruz, (214) 555-0117'],
  ['{{agent.fullname}} {{agent.first_name}} {{agent.last_name}}', 'Dana Reyes Dana Reyes'],
  ['{{agent.phone}} {{agent.email}} {{agency.name}}', '(737) 555-0100 d@example.com Juniper Insurance'],
  ['no fields, {one} brace', 'no fields, {one} brace'],
])('%s becomes %s', (template, text) => {
  expect(mergeTemplate(template, values)).toEqual({ text, missing: [], unknown: [] });
});

test('a field without a value stays as it was written and is named once', () => {
  expect(mergeTemplate('{{lead.email}} {{lead.email}} {{lead.state}}', values)).toEqual({
    text: '{{lead.email}} {{lead.email}} Texas',
    missing: [{ name: 'lead.email', label: "Customer's e-mail" }],
    unknown: [],
  });
});

test('a field that there is none of is named', () => {
  expect(mergeTemplate('{{lead.shoe}} {{}} {{lead.state}}', values).unknown).toEqual(['lead.shoe', '']);
});

test('a value inside HTML is never a tag', () => {
  const sly = mergeValues({ ...fields, lead: { ...fields.lead, fullname: '<img src=x> "O\'Neil" & co' } });
  expect(mergeTemplate('<p>{{lead.fullname}}</p>', sly, asHtml).text).toBe(
    '<p>&lt;img src=x&gt; &quot;O&#39;Neil&quot; &amp; co</p>',
  );
});

test('a value that looks like a field is no field', () => {
  const sly = mergeValues({ ...fields, lead: { ...fields.lead, fullname: '{{agent.email}} $1 $&' } });
  expect(mergeTemplate('{{lead.fullname}}', sly).text).toBe('{{agent.email}} $1 $&');
});
