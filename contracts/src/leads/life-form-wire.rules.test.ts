import { exampleLifeLead, type LifeLead } from '../entities/lead.js';
import { changeLeadInput, createLeadInput } from '../entities/lead-input.js';
import { quickAddInput } from '../http/quick-add.js';
import {
  formatLifeLeadChange,
  formatNewLifeLead,
  formatQuickAdd,
  loadLifeForm,
} from './life-form-wire.rules.js';
import { changeTerm, emptyLifeForm, type LifeForm } from './life-form.rules.js';

const filled: LifeForm = {
  ...emptyLifeForm('dialog'),
  fullname: ' Raymond Okafor ',
  email: 'r.okafor@example.com ',
  phone: '(214)555-0117',
  state: 'TX',
  birth_month: '06',
  birth_day: '02',
  birth_year: '1957',
  term: 'fex',
  rate_class: 'lb',
  coverage_amount: 15_000,
  disability: 'Cremation',
  checking_account: 1,
};

describe('loading a stored lead', () => {
  test('splits the birth date, masks the phones and writes money with its sign', () => {
    expect(loadLifeForm({ ...exampleLifeLead, term: '20', total_income: 45_000 })).toMatchObject({
      birth_year: '1957',
      birth_month: '06',
      birth_day: '02',
      phone: '(214)555-0117',
      second_phone: '(214)555-0163',
      total_income: '$45000',
    });
    expect(loadLifeForm({ ...exampleLifeLead, birth_date: null })).toMatchObject({
      birth_year: '',
      birth_month: '',
      birth_day: '',
    });
  });

  test.each<[string, Partial<LifeLead>, Partial<LifeForm>]>([
    [
      'the children toggle on with an amount',
      { howchildren: '2', children: 0 },
      { children: 1, howchildren: '2' },
    ],
    ['it off without one', { howchildren: null, children: 1 }, { children: 0, howchildren: '' }],
    ['the policy flag on with a funeral type', { disability: 'Casket', policy: 0 }, { policy: 1 }],
    ['it off without one', { disability: null, policy: 1 }, { policy: 0 }],
    [
      'the mortgage flag on with a remainder',
      { term: '20', mortgage_remaining: 90_000, mortgage: 0 },
      { mortgage: 1, mortgage_remaining: '$90000' },
    ],
    ['it off without one', { term: '20', mortgage_remaining: null, mortgage: 1 }, { mortgage: 0 }],
    [
      'it off for final expense',
      { term: 'fex', mortgage_remaining: 90_000, mortgage: 1 },
      { mortgage: 0, mortgage_remaining: '' },
    ],
    ['gender m where none is known', { gender: null }, { gender: 'm' }],
    ['the gender that is known', { gender: 'f' }, { gender: 'f' }],
    ['rate class lb for final expense without one', { term: 'fex', rate_class: null }, { rate_class: 'lb' }],
    ['rate class s for all others', { term: '20', rate_class: null }, { rate_class: 's' }],
    [
      'dates as they are typed',
      { draft_date: '2026-12-01', app_date: '2026-11-20' },
      { draft_date: '12/01/2026', app_date: '11/20/2026' },
    ],
  ])('gives %s', (_what, stored, form) => {
    expect(loadLifeForm({ ...exampleLifeLead, ...stored })).toMatchObject(form);
  });
});

describe('a new lead', () => {
  test.each(['manual', 'mediaalpha'] as const)('of source %s carries its filled fields', (source) => {
    const payload = formatNewLifeLead(filled, source);
    expect(payload).toMatchObject({
      type: 'life',
      source,
      fullname: 'Raymond Okafor',
      email: 'r.okafor@example.com',
      birth_date: '1957-06-02',
      phone: '(214)555-0117',
      gender: 'm',
    });
    expect(Object.values(payload)).not.toContain('');
    expect(Object.values(payload)).not.toContain(null);
    expect(createLeadInput.safeParse(payload).error).toBeUndefined();
  });

  test('of the quick-add page carries what that page shows, and neither type nor source', () => {
    const form = { ...filled, hobby: 'chess', military: 1, recorded_ok: 1, app_date: '11/20/2026' } as const;
    const payload = { ...formatQuickAdd(form), form_token: 'x' };
    expect(Object.keys(payload)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(type|source|hobby|military|recorded_ok|app_date|dui)$/),
      ]),
    );
    expect(payload).toMatchObject({
      fullname: 'Raymond Okafor',
      birth_date: '1957-06-02',
      checking_account: 1,
    });
    expect(quickAddInput.safeParse(payload).error).toBeUndefined();
  });
});

describe('a change', () => {
  const changed = (change: Partial<LifeForm>, lead: LifeLead = exampleLifeLead) =>
    formatLifeLeadChange({ ...loadLifeForm(lead), ...change }, lead);

  test('carries the version and what differs, null for what was emptied', () => {
    const payload = changed({ address: '', zipcode: '75202' });
    expect(payload).toEqual({ type: 'life', version: 4, address: null, zipcode: '75202' });
    expect(changeLeadInput.safeParse(payload).error).toBeUndefined();
  });

  test('of the agreement to recordings carries it, and a lead that has it opens with it', () => {
    const payload = changed({ recorded_ok: 1 });
    expect(payload).toEqual({ type: 'life', version: 4, recorded_ok: 1 });
    expect(changeLeadInput.safeParse(payload).error).toBeUndefined();
    expect(loadLifeForm({ ...exampleLifeLead, recorded_ok: 1 }).recorded_ok).toBe(1);
  });

  test('of nothing carries nothing', () => {
    expect(changed({})).toEqual({ type: 'life', version: 4 });
  });

  test('of everything carries no field that is removed on saving, and passes the contract', () => {
    const lead = { ...exampleLifeLead, post_sale: 1, price: { american_general: 12 } } as const;
    const payload = changed(
      {
        ...changeTerm(loadLifeForm(lead), '20', 'dialog'),
        fullname: 'R. Okafor',
        email: 'r@example.com',
        phone: '(214)555-0199',
        second_phone: '',
        address: '1 Main St',
        zipcode: '',
        state: 'CA',
        birth_month: '07',
        birth_day: '03',
        birth_year: '1960',
        height: 60,
        weight: '',
        medications: [],
        gender: 'f',
        married: 0,
        children: 0,
        howchildren: '',
        tobacco: 1,
        currently_insured: 1,
        coverage_amount: 100_000,
        jobstatus: '1',
        total_income: '$1',
        checking_account: 0,
        hobby: 'chess',
        color: 'blue',
        policy_number: 'P-1',
        draft_date: '12/01/2026',
        app_date: '11/20/2026',
        military: 1,
        dui: 1,
        high_risk: 1,
        prescription_medications: 1,
      },
      lead,
    );
    for (const removed of [
      ...['price', 'busy', 'birth_month', 'birth_day', 'birth_year', 'fname', 'lname', 'premium', 'carrier'],
      ...['premium_price', 'premium_carrier', 'status_title', 'user_id', 'created', 'createdAt', 'agent'],
      ...['agent_fullname', 'agent_email', 'pc', 'post_sale', 'type_id', 'phone_hidden'],
    ]) {
      expect(payload).not.toHaveProperty(removed);
      // Sent all the same it is refused, and nothing of it is stored.
      expect(changeLeadInput.safeParse({ type: 'life', version: 4, [removed]: 1 }).success).toBe(false);
    }
    expect(payload).toMatchObject({
      birth_date: '1960-07-03',
      draft_date: '2026-12-01',
      app_date: '2026-11-20',
    });
    expect(Object.values(payload)).not.toContain('');
    expect(changeLeadInput.safeParse(payload).error).toBeUndefined();
  });

  test('never names the source: where a lead came from stays as it is', () => {
    expect(changed({ hobby: 'chess' }, { ...exampleLifeLead, source: 'mediaalpha' })).not.toHaveProperty(
      'source',
    );
  });

  test('sends hidden phones only where new ones were typed', () => {
    const hidden = { ...exampleLifeLead, phone: null, second_phone: null, phone_hidden: true };
    expect(changed({}, hidden)).toEqual({ type: 'life', version: 4 });
    expect(changed({ phone: '(214)555-0199' }, hidden)).toMatchObject({ phone: '(214)555-0199' });
  });
});

test.each([
  ['$85,000.50', 85_000.5],
  ['85000', 85_000],
  ['85k', 85_000],
  ['', null],
])('an income that is typed %p is sent as %p', (typed, dollars) => {
  const form = { ...emptyLifeForm('dialog'), total_income: typed, mortgage_remaining: typed };
  const sent = formatNewLifeLead(form, 'manual');
  expect([sent['total_income'] ?? null, sent['mortgage_remaining'] ?? null]).toEqual([dollars, dollars]);
});

test('an income with cents is loaded with them and goes back unchanged', () => {
  const lead: LifeLead = { ...exampleLifeLead, term: '20', jobstatus: '1', total_income: 85_000.5 };
  const form = loadLifeForm(lead);
  expect(form.total_income).toBe('$85000.50');
  expect(formatLifeLeadChange(form, lead)).not.toHaveProperty('total_income');
});
