import {
  auditAddress,
  auditFilterOf,
  auditValuesOf,
  readByThen,
  pathOf,
  pickedOf,
  subjectOf,
} from './audit-filter.rules.js';

const leadId = '66f0a1b2c3d4e5f601020399';

describe('the filters of the log', () => {
  it('are asked as words, with the days of Los Angeles as instants', () => {
    const days = { from: '2026-11-19', to: '2026-11-20' };
    expect(auditFilterOf({ actor: 'dana', outcome: 'denied', days })).toEqual({
      ...{ actor: 'dana', outcome: 'denied' },
      ...{ from: '2026-11-19T08:00:00.000Z', to: '2026-11-21T08:00:00.000Z' },
    });
  });

  it('count as not picked where they do not fit', () => {
    expect(auditFilterOf({ outcome: 'maybe', days: { from: 'today' }, actor: '  ', other: 1 })).toEqual({});
    expect(auditFilterOf('none')).toEqual({});
  });

  it('are a part of the address, without those that are not picked', () => {
    const address = new URL(
      auditAddress(pickedOf({ subject: `lead/${leadId}`, actor: undefined })),
      'http://here',
    );
    expect(JSON.parse(address.searchParams.get('filter') ?? '')).toEqual({ subject: `lead/${leadId}` });
    expect(address.pathname).toBe('/audit');
  });

  it.each([
    ['opened', 'lead.opened', '2026-11-20T17:00:00.000Z'],
    ['opened-in-hour', 'lead.opened', '2026-11-20T16:00:10.000Z'],
    ['listed-in-hour', 'leads.listed', '2026-11-20T16:00:10.000Z'],
  ] as const)(
    'find what an alarm was raised about: records %s, in the time that it looked back at',
    (kind, action, from) => {
      const alarm = {
        ...{ user_id: 'dana', kind },
        ...{ first_at: '2026-11-20T17:00:10.000Z', last_at: '2026-11-20T17:00:12.000Z' },
      };
      const values = auditValuesOf(readByThen(alarm));
      expect(auditFilterOf(values)).toEqual({ actor: 'dana', action, from, to: '2026-11-20T17:00:12.001Z' });
    },
  );
});

test.each([
  [`https://crm.example.com/lead/${leadId}/carrier?x=1`, `lead/${leadId}`],
  [`/lead/${leadId}`, `lead/${leadId}`],
  [` lead/${leadId} `, `lead/${leadId}`],
  [leadId, `lead/${leadId}`],
  [`https://crm.example.com/agents/${leadId}`, `user/${leadId}`],
  ['contact-rule/TX', 'contact-rule/TX'],
  ['Raymond Okafor', undefined],
  ['', undefined],
])('the record of %j is %s', (text, subject) => {
  expect(subjectOf(text)).toBe(subject);
});

test.each([
  [`lead/${leadId}`, `/lead/${leadId}`],
  ['contact-rule/TX', '/contact-rules/TX'],
  ['settings', undefined],
  ['call/CA1', undefined],
])('the page of %s is %s', (subject, path) => {
  expect(pathOf(subject)).toBe(path);
});
