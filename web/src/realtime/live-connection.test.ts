import type { RefusedAck } from '@crm/contracts/sockets/client-events.js';
import { jest } from '@jest/globals';
import { FakeSocket } from '../test/FakeSocket.js';
import { createLiveConnection, type ConnectionState, type Gap } from './live-connection.js';

const leadId = '66f0a1b2c3d4e5f601020399';
const refusal: RefusedAck = { status: 'error', code: 'forbidden', message: 'Not yours', http_status: 403 };

const setUp = async ({ reachable = true, before = () => Promise.resolve() } = {}) => {
  const live = new FakeSocket();
  live.reachable = reachable;
  const connection = createLiveConnection(live.open, before);
  const states: ConnectionState[] = [];
  const gaps: { gap: Gap; sent: string[] }[] = [];
  const refused: unknown[] = [];
  connection.subscribe(() => states.push(connection.state()));
  connection.onGap((gap) => gaps.push({ gap, sent: live.sent.map(({ name }) => name) }));
  connection.onRefused((error) => refused.push(error));
  connection.open();
  await jest.advanceTimersByTimeAsync(0);
  return { live, connection, states, gaps, refused };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the live connection', () => {
  it('greets the server on every connect', async () => {
    const { live, connection } = await setUp();
    expect(live.sentOf('connected')).toHaveLength(1);
    await live.goDown();
    expect(connection.state()).toBe('lost');
    await live.comeUp();
    expect(live.sentOf('connected')).toHaveLength(2);
    expect(connection.state()).toBe('live');
  });

  it('joins the rooms again after a reconnect, and only then tells of the gap', async () => {
    const { live, connection, gaps } = await setUp();
    connection.join('joinLeadsType', { type: 'life' });
    await jest.advanceTimersByTimeAsync(0);
    gaps.length = 0;
    await live.goDown();
    await live.comeUp();
    expect(live.sentOf('joinLeadsType')).toEqual([{ type: 'life' }, { type: 'life' }]);
    expect(gaps).toEqual([
      { gap: 'loss', sent: ['connected', 'join_leads_type', 'connected', 'join_leads_type'] },
    ]);
  });

  it('joins a room that was asked for before the connection stood, and only then tells of the time before', async () => {
    const { live, connection, gaps } = await setUp({ reachable: false });
    connection.join('lifeLeads', null);
    expect(live.sentOf('lifeLeads')).toEqual([]);
    await live.comeUp();
    expect(live.sentOf('lifeLeads')).toHaveLength(1);
    expect(gaps).toEqual([{ gap: 'opening', sent: ['connected', 'life_leads'] }]);
  });

  it('begins once what goes before it is over', async () => {
    let isShown = () => {};
    const { live, connection } = await setUp({
      before: () =>
        new Promise((resolve) => {
          isShown = resolve;
        }),
    });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(connection.state()).toBe('starting');
    expect(live.sent).toEqual([]);
    isShown();
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.state()).toBe('live');
  });

  it('begins at once for somebody who sends something, and once alone', async () => {
    let isShown = () => {};
    const { live, connection } = await setUp({
      before: () =>
        new Promise((resolve) => {
          isShown = resolve;
        }),
    });
    const connect = jest.spyOn(live.socket, 'connect');
    await expect(connection.send('busyLead', { lead_id: leadId })).resolves.toMatchObject({ held: true });
    isShown();
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.state()).toBe('live');
    expect(connect).toHaveBeenCalledTimes(1);
  });

  it('does not join a room again that was left', async () => {
    const { live, connection } = await setUp();
    connection.join('lifeLeads', null)();
    await live.goDown();
    await live.comeUp();
    expect(live.sentOf('lifeLeads')).toHaveLength(1);
  });

  it('tells who asked that a room was refused', async () => {
    const { live, connection, refused } = await setUp();
    live.acknowledge('joinOwnLeads', () => refusal);
    connection.join('joinOwnLeads', { type: 'life' });
    await jest.advanceTimersByTimeAsync(0);
    expect(refused).toMatchObject([{ status: 403, message: 'Not yours' }]);
  });

  it('goes live although one room is refused', async () => {
    const { live, connection, gaps } = await setUp();
    live.acknowledge('joinOwnLeads', () => refusal);
    connection.join('joinOwnLeads', { type: 'life' });
    await live.goDown();
    await live.comeUp();
    expect(connection.state()).toBe('live');
    expect(gaps).toMatchObject([{ gap: 'opening' }, { gap: 'loss' }]);
  });

  it('connects by hand 2 seconds after the server closed it', async () => {
    const { live, connection } = await setUp();
    live.active = false;
    await live.goDown();
    await jest.advanceTimersByTimeAsync(1999);
    expect(live.connected).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(connection.state()).toBe('live');
  });

  it('gives up after 40 refused handshakes and starts again when asked', async () => {
    const { live, connection, refused } = await setUp({ reachable: false });
    const busy = { status: 'error', code: 'unavailable', message: 'Later' };
    for (let attempt = 0; attempt <= 40; attempt += 1) {
      await live.refuseHandshake(busy);
      await jest.advanceTimersByTimeAsync(2000);
    }
    expect(connection.state()).toBe('given-up');
    expect(refused).toHaveLength(41);
    live.reachable = true;
    connection.retry();
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.state()).toBe('live');
  });

  it('tells that the session is over when the handshake says so', async () => {
    const { live, refused } = await setUp({ reachable: false });
    await live.refuseHandshake({ status: 'error', code: 'session_ended', message: 'Over' });
    expect(refused).toMatchObject([{ status: 403, body: { code: 'session_ended' } }]);
  });

  it('tries at once when the network is back', async () => {
    const { live, connection } = await setUp();
    await live.goDown();
    await live.giveUp();
    expect(connection.state()).toBe('given-up');
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.state()).toBe('live');
  });

  it('begins again by itself after it gave up: nobody has to look at the page', async () => {
    const { live, connection } = await setUp();
    await live.goDown();
    await live.giveUp();
    expect(connection.state()).toBe('given-up');
    await jest.advanceTimersByTimeAsync(14_000);
    expect(connection.state()).toBe('given-up');
    await jest.advanceTimersByTimeAsync(8_000);
    expect(connection.state()).toBe('live');
  });

  it('leaves a connection alone that was closed after it gave up', async () => {
    const { live, connection } = await setUp();
    await live.goDown();
    await live.giveUp();
    connection.close();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(live.connected).toBe(false);
  });

  it('tries again when its own script could not be loaded', async () => {
    const live = new FakeSocket();
    live.loadable = false;
    const connection = createLiveConnection(live.open);
    const received: string[] = [];
    connection.listen('addLeadId', ({ lead_id }) => received.push(lead_id));
    connection.open();
    await jest.advanceTimersByTimeAsync(0);
    await expect(connection.send('busyLead', { lead_id: leadId })).rejects.toMatchObject({ status: 0 });
    expect(connection.state()).toBe('lost');
    live.loadable = true;
    await jest.advanceTimersByTimeAsync(2000);
    expect(connection.state()).toBe('live');
    await live.say('addLeadId', { lead_id: leadId });
    expect(received).toEqual([leadId]);
  });

  it('stays closed when it is closed before its script is there, and opens once when opened again', async () => {
    const live = new FakeSocket();
    const connection = createLiveConnection(live.open);
    connection.open();
    connection.close();
    await jest.advanceTimersByTimeAsync(0);
    expect(live.connected).toBe(false);
    connection.open();
    connection.close();
    connection.open();
    await jest.advanceTimersByTimeAsync(0);
    expect(live.sentOf('connected')).toHaveLength(1);
  });

  it('is silent once closed', async () => {
    const { live, connection, states } = await setUp();
    connection.close();
    states.length = 0;
    await live.goDown();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(states).toEqual([]);
    expect(live.connected).toBe(false);
  });

  it('hands on what the server says, and nothing that breaks the contract', async () => {
    const { live, connection } = await setUp();
    const received: string[] = [];
    const reported = jest.fn();
    Object.defineProperty(window, 'reportError', { value: reported, configurable: true });
    connection.listen('addLeadId', ({ lead_id }) => received.push(lead_id));
    await live.say('addLeadId', { lead_id: leadId });
    await live.say('addLeadId', { lead_id: 'not an id' });
    expect(received).toEqual([leadId]);
    expect(reported).toHaveBeenCalledTimes(1);
  });

  it('gives the acknowledgement, or rejects as a refused call does', async () => {
    const { live, connection } = await setUp();
    live.acknowledge('busyLead', () => ({ status: 'success', message: 'Held', held: true }));
    await expect(connection.send('busyLead', { lead_id: leadId })).resolves.toMatchObject({ held: true });
    live.acknowledge('busyLead', () => refusal);
    await expect(connection.send('busyLead', { lead_id: leadId })).rejects.toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    live.acknowledge('busyLead', () => Promise.reject(new Error('timeout')));
    await expect(connection.send('busyLead', { lead_id: leadId })).rejects.toMatchObject({ status: 0 });
  });
});
