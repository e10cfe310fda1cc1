import { statusCode, type SavableStatus, type StatusCode } from '@crm/contracts/codes/statuses.js';
import { likelyOutcomes } from './outcome.rules.js';

const of = (status: StatusCode, wasAnswered: boolean, type_id: 2 | 4 = 2, proposed?: SavableStatus) =>
  likelyOutcomes({ status, type_id }, { wasAnswered, proposed });

describe('the likeliest outcomes of a call', () => {
  it.each<[string, string[], string[]]>([
    [
      'a new lead that answered',
      of('newLead', true),
      ['contactAttempt1', 'followUp', 'notInterested', 'thinkingAboutIt', 'priceTooHigh', 'wrongPhoneNumber'],
    ],
    [
      'a new lead that did not',
      of('newLead', false),
      ['contactAttempt1', 'followUp', 'wrongPhoneNumber', 'notInterested', 'thinkingAboutIt', 'doNotCall'],
    ],
    [
      'a quoted lead that answered',
      of('priceTooHigh', true),
      ['contactAttempt1', 'followUp', 'notInterested', 'thinkingAboutIt', 'priceTooHigh', 'inApplication'],
    ],
    [
      'a life application',
      of('inApplication', true),
      ['underwriting', 'followUp', 'approved', 'in-force', 'declined', 'cancelled'],
    ],
    [
      'a health application, which has no underwriting',
      of('approved', false, 4),
      ['inApplication', 'followUp', 'approved', 'in-force', 'declined', 'cancelled'],
    ],
  ])('of %s', (_whom, found, expected) => {
    expect(found).toEqual(expected);
  });

  it.each<[StatusCode, string]>([
    ['newLead', 'contactAttempt1'],
    ['contactAttempt1', 'contactAttempt2'],
    ['contactAttempt2', 'contactAttempt3'],
    ['contactAttempt3', 'contactAttempt4'],
    ['contactAttempt4', 'contactAttempt4'],
    ['followUp', 'contactAttempt1'],
  ])('begin after %s with %s', (status, attempt) => {
    expect(of(status, false)[0]).toBe(attempt);
  });

  it('hold what was proposed, without losing the first five', () => {
    expect(of('newLead', true, 2, 'doNotCall')).toEqual([...of('newLead', true).slice(0, 5), 'doNotCall']);
    expect(of('newLead', false, 2, 'doNotCall')).toEqual(of('newLead', false));
  });

  it.each(
    statusCode.options.flatMap((status) => [true, false].map((answered) => [status, answered] as const)),
  )('are six different ones, Call Back the second, of a lead in %s (answered: %s)', (status, answered) => {
    for (const type of [2, 4] as const) {
      const found = of(status, answered, type);
      expect(new Set(found).size).toBe(6);
      expect(found[1]).toBe('followUp');
      expect(found).not.toContain('newLead');
    }
  });
});
