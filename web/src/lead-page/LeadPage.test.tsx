import { exampleLeadRow, exampleLifeLead, type HealthLead } from '@crm/contracts/entities/lead.js';
import { listBeneficiaries } from '@crm/contracts/http/beneficiaries.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { restListLeads } from '@crm/contracts/http/lead-lists.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import { eventText, exampleReceivedText } from '@crm/contracts/entities/messaging.js';
import { listNotes } from '@crm/contracts/http/notes.js';
import { exampleOpenedLead } from '@crm/contracts/http/opening.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { majorConditionFlags } from '@crm/contracts/entities/major-conditions.rules.js';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { leadAddress, openLead, otherHolder } from '../test/openLead.js';
import { openApp } from '../test/TestApp.js';

const bar = () => within(screen.getByRole('toolbar', { name: 'What to do with this lead' }));
const buttonNames = () =>
  bar()
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const held = () =>
  waitFor(() => {
    expect(bar().getByRole('button', { name: 'Status' })).not.toHaveAttribute('aria-disabled');
  });
const noLeads = answer(restListLeads, [], { 'Content-Range': 'leads 0-0/0' });
const valueOf = (group: string, label: string) =>
  within(screen.getByRole('region', { name: group })).getByText(label).nextElementSibling?.textContent;

describe('an opened lead', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows what is known of the customer', async () => {
    await openLead();
    expect(screen.getByRole('tab', { name: 'Client' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByText('(214) 555-0117')).toBeVisible();
    expect(valueOf('Contact', 'State')).toBe('Texas 75201');
    expect(valueOf('Quote', 'Product')).toBe('Final expense, Level benefit');
    expect(valueOf('Quote', 'Best premium')).toBe('$64.20 · Carrier A');
    expect(valueOf('Household', 'Born')).toBe('06/02/1957 (69), male');
    expect(valueOf('Household', 'Build')).toBe("5'10, 184 lb, BMI 26.4");
    expect(valueOf('Household', 'Family')).toBe('Married, 3+ children');
    expect(screen.queryByText('Policy number')).not.toBeInTheDocument();
    expect(valueOf('Assignment', 'Agent email')).toBe('dana@example.com');
    expect(await screen.findByText(/ CT$/)).toBeVisible();
  });

  it('says nothing of its phones while the status hides them', async () => {
    await openLead({
      lead: { ...exampleLifeLead, status: 'doNotCall', phone: null, second_phone: null, phone_hidden: true },
    });
    expect(screen.getAllByText('Hidden because of the status')).toHaveLength(2);
    // The agent's own number is in the script.
    expect(screen.queryByText(/555-01(17|63)/)).not.toBeInTheDocument();
  });

  it('is held, reminds of the status, and is released on leaving', async () => {
    const { live, goTo } = await openLead();
    await held();
    expect(live.sentOf('busyLead')).toEqual([expect.objectContaining({ lead_id: exampleLifeLead.id })]);
    expect(await screen.findByText('Please remember to change the status')).toBeVisible();
    await goTo('/');
    expect(live.sentOf('unbusyLead')).toEqual([{ lead_id: exampleLifeLead.id }]);
  });

  /** The application at home, its connection live. */
  const openHome = async () => {
    const opened = openApp({ user: buildUser(), path: '/' });
    await waitFor(() => {
      expect(opened.live.sentOf('connected')).toHaveLength(1);
    });
    await act(async () => undefined);
    return opened;
  };

  it('is shown by what came with its hold, and nothing of that is asked for', async () => {
    const { live, server, goTo } = await openHome();
    live.acknowledge('busyLead', () => ({
      ...{ status: 'success', message: 'Opened', held: true },
      opened: { ...exampleOpenedLead, lead: { ...exampleLifeLead, hobby: 'Sailing' } },
    }));
    await goTo(leadAddress);
    await held();
    expect(valueOf('Household', 'Hobby')).toBe('Sailing');
    for (const call of [restGetLead, leadPermission, listNotes, listBeneficiaries, listTexts])
      expect(server.calls(call)).toEqual([]);
  });

  it('opened by its address, reads once more when its connection stands, and then what comes live', async () => {
    const user = buildUser();
    const server = new FakeServer(user)
      .on(restGetLead, answer(restGetLead, exampleLifeLead))
      // A first answer that is from before whatever is told meanwhile.
      .on(listTexts, () => new Promise(() => undefined));
    const { live } = openApp({ user, server, path: leadAddress, isLive: false });
    await waitFor(() => {
      expect(server.calls(listTexts)).toHaveLength(1);
    });
    expect(live.sentOf('busyLead')).toEqual([{ lead_id: exampleLifeLead.id }]);
    server.on(restGetLead, answer(restGetLead, { ...exampleLifeLead, hobby: 'Sailing' }));
    await live.comeUp();
    await waitFor(() => {
      expect(valueOf('Household', 'Hobby')).toBe('Sailing');
    });
    expect(server.calls(restGetLead)).toHaveLength(2);

    server.on(listTexts, answer(listTexts, { messages: [exampleReceivedText], more: false }));
    await live.say('addMessage', eventText.parse(exampleReceivedText));
    expect(await screen.findByText('1 unread text')).toBeInTheDocument();
  });

  it('asks by itself for what did not come with its hold', async () => {
    const { live, server, goTo } = await openHome();
    const { texts: _texts, ...opened } = exampleOpenedLead;
    live.acknowledge('busyLead', () => ({ status: 'success', message: 'Opened', held: true, opened }));
    await goTo(leadAddress);
    await waitFor(() => {
      expect(server.calls(listTexts)).toHaveLength(1);
    });
    expect(server.calls(restGetLead)).toEqual([]);
  });

  it('is held again after the connection was lost, and cannot be changed meanwhile', async () => {
    const { live } = await openLead();
    await held();
    await live.goDown();
    expect(bar().getByRole('button', { name: 'Status' })).toHaveAttribute('aria-disabled', 'true');
    await live.comeUp();
    await held();
    expect(live.sentOf('busyLead')).toHaveLength(2);
  });

  it('asks again for a hold that is not answered, says so after 3 seconds, and works once it is', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { live } = await openLead({ held: 'unanswered' });
    const why = /Opening this lead takes longer than usual/;
    await waitFor(() => {
      expect(live.sentOf('busyLead')).toHaveLength(1);
    });
    expect(screen.queryByText(why)).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(screen.getAllByText(why)).not.toHaveLength(0);
    await act(() => jest.advanceTimersByTimeAsync(1200));
    expect(live.sentOf('busyLead')).toHaveLength(2);
    live.acknowledge('busyLead', () => ({ status: 'success', message: 'Opened', held: true }));
    await act(() => jest.advanceTimersByTimeAsync(10_000 + 2400));
    expect(live.sentOf('busyLead')).toHaveLength(3);
    await held();
    expect(screen.queryByText(why)).not.toBeInTheDocument();
  });

  it('asks again for a hold after a failure of the server, and not after a refusal', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { live } = await openLead({ held: 'unanswered' });
    live.acknowledge('busyLead', () => ({
      status: 'error',
      code: 'unavailable',
      message: 'Try again in a moment',
      http_status: 503,
    }));
    await act(() => jest.advanceTimersByTimeAsync(3000 + 1200));
    expect(live.sentOf('busyLead')).toHaveLength(2);
    live.acknowledge('busyLead', () => ({
      status: 'error',
      code: 'forbidden',
      message: 'Not yours',
      http_status: 403,
    }));
    await act(() => jest.advanceTimersByTimeAsync(2400));
    expect(live.sentOf('busyLead')).toHaveLength(3);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(live.sentOf('busyLead')).toHaveLength(3);
    expect(screen.getAllByText(/This lead could not be opened for editing/)).not.toHaveLength(0);
  });

  it('leads to the sign-in page where its hold is refused because the session has ended', async () => {
    const { live, services } = await openLead({ held: 'unanswered' });
    live.acknowledge('busyLead', () => ({
      status: 'error',
      code: 'session_ended',
      message: 'Session ended, please login again',
      http_status: 403,
    }));
    await live.say('holdLost', { lead_id: exampleLifeLead.id });
    await waitFor(() => {
      expect(services.session.user()).toBeNull();
    });
    expect(await screen.findByLabelText(/Password/)).toBeVisible();
  });

  it('asks for its hold again when the lease was lost', async () => {
    const { live } = await openLead();
    await held();
    await live.say('holdLost', { lead_id: exampleLifeLead.id });
    await waitFor(() => {
      expect(live.sentOf('busyLead')).toHaveLength(2);
    });
  });
});

describe('the action bar', () => {
  it('of an admin', async () => {
    await openLead({ user: buildAdmin() });
    expect(buttonNames()).toEqual([
      'StatusS',
      'CallC',
      '',
      'Call centre',
      'SMS',
      'Email',
      'Start work',
      'Edit',
      'Agent',
      'Delete',
    ]);
  });

  it('of the agent that the lead belongs to', async () => {
    await openLead();
    expect(buttonNames()).toEqual([
      'StatusS',
      'CallC',
      '',
      'Call centre',
      'SMS',
      'Email',
      'Start work',
      'Edit',
      'Agent',
    ]);
  });

  it('of an agent on a lead without one', async () => {
    await openLead({ lead: { ...exampleLifeLead, user_id: 0, agent_fullname: null, agent_email: null } });
    expect(buttonNames()).toEqual([
      'StatusS',
      'CallC',
      '',
      'Call centre',
      'SMS',
      'Email',
      'Start work',
      'Edit',
    ]);
  });

  it('of a guide, who owes no lead', async () => {
    const user = buildGuide();
    await openLead({ user, lead: { ...exampleLifeLead, user_id: user.id } });
    expect(buttonNames()).toEqual(['StatusS', 'CallC', '', 'Call centre', 'Edit']);
  });

  it('of an admin who reads what somebody else has open: changing is off and says why', async () => {
    const { pointer, live } = await openLead({
      user: buildAdmin(),
      lead: { ...exampleLifeLead, ...otherHolder },
      held: false,
    });
    const why = 'Priya Sandoval has this lead open. You can open it once they leave.';
    await screen.findByText(/^Priya Sandoval has this lead open. You can read it/);
    for (const name of ['Status', 'Edit', 'Agent']) {
      const button = bar().getByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      await pointer.click(button);
    }
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByText(why)).toBeInTheDocument();
    expect(
      screen.queryByText('Please remember to change the status', { selector: '[data-type] *' }),
    ).toBeNull();

    live.acknowledge('busyLead', () => ({ status: 'success', message: 'Opened', held: true }));
    await live.say('updateLead', exampleLifeLead);
    await held();
    expect(screen.queryByText(/You can read it/)).not.toBeInTheDocument();
  });
});

describe('a lead that cannot be opened', () => {
  const open = (user = buildUser(), message = 'Priya Sandoval has this lead open') => {
    const server = new FakeServer(user)
      .on(restGetLead, refuse({ code: 'locked', status: 'warning', message }))
      .on(restListLeads, noLeads);
    return openApp({ user, server, path: leadAddress });
  };

  it.each([
    ['a life agent', '/life', buildUser({ subroles: [1] })],
    ['a health agent', '/health', buildUser({ subroles: [2] })],
    ['a guide', '/guide/leads', buildGuide()],
  ])('as somebody else holds it sends %s to %s with the message', async (_who, path, user) => {
    const { router, live } = open(user);
    live.acknowledge('busyLead', () => ({
      status: 'warning',
      code: 'locked',
      message: 'Priya Sandoval has this lead open',
      http_status: 423,
    }));
    expect(await screen.findByText('Priya Sandoval has this lead open')).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
  });

  it('as it is not there says so and leads on', async () => {
    const user = buildUser();
    const server = new FakeServer(user).on(
      restGetLead,
      refuse({ code: 'not_found', message: 'Lead not found' }),
    );
    openApp({ user, server, path: leadAddress });
    expect(await screen.findByText('Lead not available')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the leads' })).toHaveAttribute('href', '/life');
  });

  it('as its address is none makes no call', async () => {
    const { server } = openApp({ user: buildUser(), path: '/lead/nonsense' });
    expect(await screen.findByText('Lead not available')).toBeVisible();
    expect(server.calls(restGetLead)).toEqual([]);
  });
});

describe('what others do to an open lead', () => {
  it('shows at once and is said', async () => {
    const { live } = await openLead();
    await held();
    await live.say('updateLead', {
      ...exampleLifeLead,
      version: 5,
      hobby: 'Fishing',
      status: 'thinkingAboutIt',
    });
    await waitFor(() => {
      expect(valueOf('Household', 'Hobby')).toBe('Fishing');
    });
    expect(screen.getByText('Thinking about it')).toBeVisible();
    expect(await screen.findByText('Lead updated')).toBeVisible();
  });

  it('is ignored when it is older than what is shown', async () => {
    const { live } = await openLead();
    await live.say('updateLead', { ...exampleLifeLead, version: 3, hobby: 'Chess' });
    await live.say('updateLead', { ...exampleLifeLead, version: 5, color: 'Green' });
    await waitFor(() => {
      expect(valueOf('Household', 'Color')).toBe('Green');
    });
    expect(screen.queryByText('Hobby')).not.toBeInTheDocument();
  });

  it('shows who has it open, and nothing is said of a change', async () => {
    const { live } = await openLead();
    await held();
    await live.say('updateLeads', { ...exampleLeadRow, ...otherHolder, busy_version: 3 });
    // Panels that are drawn ahead name the holder as well.
    const notice = /^Priya Sandoval has this lead open. You can read it/;
    expect(await screen.findByText(notice)).toBeVisible();
    // A save from before comes late and knows nothing of it.
    await live.say('updateLead', { ...exampleLifeLead, busy_version: 2, version: 5, color: 'Green' });
    await waitFor(() => {
      expect(valueOf('Household', 'Color')).toBe('Green');
    });
    expect(screen.getByText(notice)).toBeVisible();
  });

  it('ends the page when it was deleted, also for who owes it', async () => {
    const user = buildUser({ uncompleted_lead: exampleLifeLead.id });
    const { live, goTo, router } = await openLead({ user });
    await held();
    await live.say('deleteLead', { lead_id: exampleLifeLead.id });
    expect(await screen.findByText('Lead not available')).toBeVisible();
    await goTo('/');
    expect(router.state.location.pathname).toBe('/');
  });
});

test('a health lead shows its coverage and family', async () => {
  const { type: _type, type_id: _id, children: _children, ...shared } = exampleLifeLead;
  const lead: HealthLead = {
    ...shared,
    type: 'health',
    type_id: 4,
    county: null,
    city: 'Dallas',
    contact: null,
    address_2: null,
    spouse: {
      name: 'Ngozi Okafor',
      gender: 'f',
      height: null,
      weight: null,
      birth_date: '1960-01-31',
      tobacco: 0,
    },
    children: [],
    credit_rating: 'good',
    pregnant: 0,
    treated: 1,
    hospitalized: null,
    self_employed: 0,
    prescription_medications: null,
    household_income: 75000,
    datavendor_id: null,
    biz_type: null,
    biz_name: null,
    weekly_exercise_hours: 3,
    medications: ['asthma'],
    ...majorConditionFlags(['asthma']),
    qualifying_life_event: 'permanent move',
    qualifying_life_event_date: '2026-10-01',
    denied_coverage: 0,
    lost_coverage: 1,
    current_company: null,
    coverage_type: 'Short Term',
    marital_status: null,
  };
  await openLead({ user: buildAdmin(), lead });
  expect(valueOf('Coverage', 'Coverage type')).toBe('Short Term');
  expect(valueOf('Coverage', 'Event date')).toBe('10/01/2026');
  expect(valueOf('Family', 'Spouse')).toBe('Ngozi Okafor, 01/31/1960, female');
  expect(valueOf('Person', 'Household income')).toBe('$75,000');
});
