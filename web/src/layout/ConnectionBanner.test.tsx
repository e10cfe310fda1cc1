import { act, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { countOnlineAgents } from '@crm/contracts/http/auth.js';
import { buildAdmin } from '../test/builders.js';
import { openApp } from '../test/TestApp.js';

const lost = 'Connection lost. Reconnecting…';
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('the connection banner', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const opened = async () => {
    const app = openApp({ user: buildAdmin() });
    await screen.findByText('12 agents online');
    return app;
  };

  it('says nothing of a short loss', async () => {
    const { live } = await opened();
    await live.goDown();
    await pass(1000);
    await live.comeUp();
    await pass(3000);
    expect(screen.queryByText(lost)).not.toBeInTheDocument();
    expect(screen.queryByText('Back online. Everything is up to date.')).not.toBeInTheDocument();
  });

  it('says that it is lost, heals, reads again what was missed, and goes', async () => {
    const { live, server } = await opened();
    const before = server.calls(countOnlineAgents).length;
    await live.goDown();
    await pass(1600);
    expect(screen.getByText(lost)).toBeInTheDocument();
    await live.comeUp();
    expect(await screen.findByText('Back online. Everything is up to date.')).toBeInTheDocument();
    await waitFor(() => {
      expect(server.calls(countOnlineAgents)).toHaveLength(before + 1);
    });
    await pass(4000);
    await waitFor(() => {
      expect(screen.queryByText('Back online. Everything is up to date.')).not.toBeInTheDocument();
    });
  });

  it('takes a slow first connection for no loss, and its coming for no return', async () => {
    const user = buildAdmin();
    const app = openApp({ user });
    app.live.reachable = false;
    await screen.findByText('12 agents online');
    await pass(3000);
    expect(screen.queryByText(lost)).not.toBeInTheDocument();
    await pass(3000);
    expect(screen.getByText('Connecting…')).toBeInTheDocument();
    await app.live.comeUp();
    await pass(500);
    expect(screen.queryByText('Connecting…')).not.toBeInTheDocument();
    expect(screen.queryByText('Back online. Everything is up to date.')).not.toBeInTheDocument();
  });

  it('offers to try again once it was given up', async () => {
    const { live, pointer } = await opened();
    await live.goDown();
    await live.giveUp();
    await pointer.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Back online. Everything is up to date.')).toBeInTheDocument();
    await pass(0);
  });
});
