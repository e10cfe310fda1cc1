import { afterStatusSaved, hidesPhones, statusCode, statuses, statusHue, statusTitle } from './statuses.js';

const group = (name: string) => statuses.filter((status) => status.group === name).map(({ id }) => id);

test('statuses stand in the groups of the dialog; purchased shows only while a lead has it', () => {
  expect(group('Pre-Contact')).toEqual([
    'newLead',
    'contactAttempt1',
    'contactAttempt2',
    'contactAttempt3',
    'contactAttempt4',
    'wrongPhoneNumber',
  ]);
  expect(group('Pre-Quote')).toEqual(['doNotCall', 'notInterested', 'followUp']);
  expect(group('After Quote')).toEqual([
    'priceTooHigh',
    'emailed',
    'thinkingAboutIt',
    'agreement',
    'inApplication',
  ]);
  expect(group('After Submitted')).toEqual([
    'underwriting',
    'approved',
    'aota',
    'condIssued',
    'in-force',
    'purchased',
    'declined',
    'cancelled',
  ]);
  expect(statuses.filter(({ selectable }) => !selectable).map(({ id }) => id)).toEqual(['purchased']);
});

test.each([
  ['declined', 2, 'blue'],
  ['declined', 4, 'red'],
  ['inApplication', 4, 'blue'],
  ['purchased', 4, 'blue'],
  ['approved', 2, 'blue'],
  ['approved', 4, 'neutral'],
  ['in-force', 2, 'blue'],
  ['priceTooHigh', 2, 'pink'],
  ['doNotCall', 4, 'red'],
  ['followUp', 2, 'green'],
  ['thinkingAboutIt', 4, 'orange'],
  ['newLead', 2, 'neutral'],
] as const)('%s of type %d is %s', (code, type, hue) => {
  expect(statusHue(code, type)).toBe(hue);
});

test('the follow-up dialog opens after the statuses that the specification names', () => {
  expect(statusCode.options.filter((code) => afterStatusSaved(code) === 'follow-up')).toEqual([
    'contactAttempt1',
    'contactAttempt2',
    'contactAttempt3',
    'contactAttempt4',
    'followUp',
    'emailed',
    'thinkingAboutIt',
    'inApplication',
    'underwriting',
  ]);
});

test('doNotCall and wrongPhoneNumber hide the phones', () => {
  expect(statusCode.options.filter(hidesPhones)).toEqual(['wrongPhoneNumber', 'doNotCall']);
});

test('the labels that the specification gives stand', () => {
  expect([statusTitle('notInterested'), statusTitle('followUp')]).toEqual([
    'Did not want quote',
    'Call Back',
  ]);
});
