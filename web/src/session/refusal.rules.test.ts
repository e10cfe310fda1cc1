import type { ErrorAnswer } from '@crm/contracts/errors.js';
import { consequenceOf } from './refusal.rules.js';

const refusal = (known: Partial<ErrorAnswer>): ErrorAnswer => ({
  status: 'error',
  message: 'No',
  code: 'server_error',
  ...known,
});

describe('what a refusal means for the application', () => {
  it('is the end of the session for every 403 but a forbidden one', () => {
    const end = { kind: 'end-session', message: 'Session ended, please login again' };
    expect(consequenceOf(403, refusal({ code: 'session_ended' }))).toEqual(end);
    expect(consequenceOf(403, undefined)).toEqual(end);
  });

  it('is a word and no more for a forbidden action', () => {
    expect(consequenceOf(403, refusal({ code: 'forbidden', message: 'Admins alone' }))).toEqual({
      kind: 'say',
      status: 'error',
      message: 'Admins alone',
    });
  });

  it('leads to the unfinished lead, in the colour of the answer', () => {
    const lead = { lead_id: 'a1', lead_name: 'Maribel Dunne' };
    const body = refusal({ code: 'work_unfinished', status: 'warning', message: 'Finish', ...lead });
    expect(consequenceOf(307, body)).toEqual({
      kind: 'resume-work',
      lead: { id: 'a1', name: 'Maribel Dunne' },
      status: 'warning',
      message: 'Finish',
    });
  });

  it('leads to the life dashboard when somebody else holds the lead', () => {
    const locked = { code: 'locked', message: 'Busy' } as const;
    expect(consequenceOf(423, refusal(locked))).toMatchObject({ kind: 'go-to-life', message: 'Busy' });
    expect(consequenceOf(423, refusal({ ...locked, lead_id: 'a1' }))).toMatchObject({
      lead: { id: 'a1', name: undefined },
    });
  });

  it.each([401, 404, 409, 422, 500, 0, undefined])('leaves %s to the caller', (status) => {
    expect(consequenceOf(status, refusal({}))).toEqual({ kind: 'none' });
  });
});
