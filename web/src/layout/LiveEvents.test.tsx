import { act, screen } from '@testing-library/react';
import { exampleNotification } from '@crm/contracts/entities/messaging.js';
import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { jest } from '@jest/globals';
import { buildUser } from '../test/builders.js';
import { openApp } from '../test/TestApp.js';

const first = '66f0a1b2c3d4e5f601020391';
const second = '66f0a1b2c3d4e5f601020392';

const opened = async () => {
  const app = openApp({ user: buildUser() });
  await screen.findByRole('switch');
  // From here on no time passes but what a test lets pass.
  jest.setTimerTickMode({ mode: 'manual' });
  return app;
};

describe('live events', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('say the number of a text that belongs to no lead as one reads it', async () => {
    const { live } = await opened();
    const { time_passed: _ago, ...notified } = exampleNotification;
    await live.say('receiveMessage', { ...notified, lead_id: null, lead_name: '+12145550196' });
    expect(await screen.findByText(/^\(214\) 555-0196 just left you a new message/)).toBeVisible();
  });

  it('open an offered lead after 5 seconds', async () => {
    const { live, router } = await opened();
    await live.say('addLeadId', { lead_id: first });
    await act(() => jest.advanceTimersByTimeAsync(4900));
    expect(router.state.location.pathname).toBe('/');
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(router.state.location.pathname).toBe(`/lead/${first}`);
  });

  it('tell nobody to wait once the customer is on the line', async () => {
    const { live } = await opened();
    const waits = /It opens in 5 seconds/;
    await live.say('addLeadId', { lead_id: first });
    expect(await screen.findByText(waits)).toBeVisible();
    await live.say('callChanged', { ...exampleLiveCall, lead_id: first, state: 'talking' });
    expect(await screen.findByText(/Your caller’s lead/)).toBeVisible();
    expect(screen.queryByText(waits)).not.toBeInTheDocument();
  });

  it('open the lead that was offered last', async () => {
    const { live, router } = await opened();
    await live.say('addLeadId', { lead_id: first });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    await live.say('addLeadId', { lead_id: second });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(router.state.location.pathname).toBe('/');
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(router.state.location.pathname).toBe(`/lead/${second}`);
  });

  it('open an offered lead at once for who does not wait, and not again', async () => {
    const { live, router, goTo, pointer } = await opened();
    await live.say('addLeadId', { lead_id: first });
    await pointer.click(await screen.findByRole('link', { name: 'Open lead' }));
    expect(router.state.location.pathname).toBe(`/lead/${first}`);
    await goTo('/');
    await act(() => jest.advanceTimersByTimeAsync(6000));
    expect(router.state.location.pathname).toBe('/');
  });

  it('note the uncompleted lead, and that it is done', async () => {
    const { live, services } = await opened();
    await live.say('uncompletedLead', { lead_id: first });
    expect(services.session.user()?.uncompleted_lead).toBe(first);
    await live.say('uncompletedLead', { lead_id: null });
    expect(services.session.user()?.uncompleted_lead).toBeNull();
  });

  it('sign out who was banned', async () => {
    const { live } = await opened();
    await live.say('banned', { user_id: buildUser().id });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('sign out nobody else', async () => {
    const { live } = await opened();
    await live.say('banned', { user_id: first });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('switch')).toBeInTheDocument();
  });
});
