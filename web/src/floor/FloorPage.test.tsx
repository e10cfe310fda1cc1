import { exampleFloor, exampleTile, type Floor, type FloorTile } from '@crm/contracts/entities/floor.js';
import { getFloor } from '@crm/contracts/http/floor.js';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openApp, openPart } from '../test/TestApp.js';
import FloorPage from './FloorPage.js';
import { rereadEveryMs } from './useFloor.js';
import WallboardPage from './WallboardPage.js';

const admin = buildAdmin();
const tile = (fullname: string, given: Partial<FloorTile> = {}): FloorTile => ({
  ...exampleTile,
  ...{ user_id: idOf(fullname), fullname, state: 'ready', call: null },
  ...given,
});
/** The same name is the same user. */
const idOf = (name: string) =>
  [...name.padEnd(12)]
    .map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 24);

const dana = tile('Dana Reyes', { state: 'in-call', call: exampleTile.call });
const marcus = tile('Marcus Hale', {
  role_id: 3,
  dialler: { on: true, today: { dialled: 41, people: 12 } },
});
const gone = tile('Omar Vance', { state: 'offline' });
const all: Floor = { ...exampleFloor, tiles: [marcus, dana, gone] };

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T17:41:00.000Z'), advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
});

function open(floor: Floor = all, page = <FloorPage />) {
  const server = new FakeServer(admin).on(getFloor, answer(getFloor, floor));
  return { ...openPart(page, { user: admin, server, path: '/floor' }), server };
}
const tileOf = ({ user_id }: FloorTile) => screen.findByTestId(`tile-${user_id}`);
const names = () => {
  const list = within(screen.getByRole('list', { name: 'Agents and guides' }));
  return list.getAllByTestId(/^tile-/).map((each) => each.querySelector('strong')?.textContent);
};

test('a tile says who does what since when, with whom, and what the dialler did', async () => {
  open();
  const [talks, dials] = [await tileOf(dana), await tileOf(marcus)];
  for (const text of ['Dana Reyes', 'In call', 'Raymond Okafor', '(214) 555-0117', 'Outgoing'])
    expect(talks).toHaveTextContent(text);
  expect(within(talks).getByRole('timer')).toHaveTextContent('00:48');
  expect(within(talks).getByRole('link', { name: 'Open lead' })).toHaveAttribute(
    'href',
    `/lead/${String(exampleTile.call?.lead_id)}`,
  );
  for (const text of ['Ready', 'Dialler on', '41 dialled, 12 answered', 'Last call: No answer'])
    expect(dials).toHaveTextContent(text);
});

test('its time runs by the clock of the server', async () => {
  open({ ...all, now: '2026-11-20T17:51:00.000Z' });
  const timer = within(await tileOf(dana)).getByRole('timer');
  expect(timer).toHaveTextContent('10:48');
  act(() => {
    jest.advanceTimersByTime(2_000);
  });
  expect(timer).toHaveTextContent('10:50');
});

test('the queue and the callers of today are above', async () => {
  open();
  await tileOf(dana);
  const shown = ['waiting', 'longest', 'answered', 'abandoned', 'level'].map(
    (key) => screen.getByTestId(`figure-${key}`).textContent,
  );
  expect(shown).toEqual(['1', '00:20', '41', '3', '86%']);
  const queue = within(screen.getByRole('region', { name: 'Queue' }));
  expect(queue.getByRole('listitem')).toHaveTextContent('1Ana Whitlock00:20');
  for (const count of ['Ready 1', 'In call 1', 'Offline 1']) expect(screen.getByText(count)).toBeVisible();
});

test('what needs a look comes first', async () => {
  const asks = tile('Priya Shah', {
    state: 'in-call',
    call: exampleTile.call && { ...exampleTile.call, help: true },
  });
  open({ ...all, tiles: [...all.tiles, asks] });
  expect(await tileOf(asks)).toHaveTextContent('Asks for help');
  expect(names()).toEqual(['Priya Shah', 'Dana Reyes', 'Marcus Hale']);
});

test('who is offline is a count that opens', async () => {
  const { pointer } = open();
  await tileOf(dana);
  expect(screen.queryByText('Omar Vance')).toBeNull();
  await pointer.click(screen.getByRole('button', { name: '1 offline' }));
  expect(await screen.findByText('Omar Vance')).toBeVisible();
});

test('a live tile is shown at once, one that comes late is not', async () => {
  const { live } = open();
  expect(await tileOf(dana)).toHaveAttribute('data-state', 'in-call');
  await waitFor(() => {
    expect(live.sentOf('joinFloor')).toHaveLength(1);
  });
  const at = (second: number) => new Date(Date.parse(exampleTile.at) + second * 1000).toISOString();
  await live.say('floorTile', { ...dana, state: 'wrap-up', call: null, at: at(5) });
  expect(await tileOf(dana)).toHaveAttribute('data-state', 'wrap-up');
  await live.say('floorTile', { ...dana, at: at(2) });
  expect(await tileOf(dana)).toHaveAttribute('data-state', 'wrap-up');
});

test('what a lost event would have said is read within half a minute, and after a reconnect', async () => {
  const { server, live } = open();
  await tileOf(dana);
  const later = '2026-11-20T17:42:00.000Z';
  server.on(
    getFloor,
    answer(getFloor, { ...all, tiles: [{ ...dana, state: 'lunch', call: null, at: later }] }),
  );
  act(() => {
    jest.advanceTimersByTime(rereadEveryMs);
  });
  await waitFor(() => {
    expect(screen.getByTestId(`tile-${dana.user_id}`)).toHaveAttribute('data-state', 'lunch');
  });
  const asked = server.calls(getFloor).length;
  await live.goDown();
  await live.comeUp();
  await waitFor(() => {
    expect(server.calls(getFloor).length).toBeGreaterThan(asked);
  });
});

test('an empty floor says who comes onto it, a failed one can be asked for again', async () => {
  open({ ...all, tiles: [gone], waiting: [] });
  expect(await screen.findByText('Nobody is here')).toBeVisible();
});

test('a floor that cannot be loaded can be asked for again', async () => {
  const server = new FakeServer(admin).on(getFloor, refuse({ code: 'unavailable', message: 'Away' }));
  const { pointer } = openPart(<FloorPage />, { user: admin, server });
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  server.on(getFloor, answer(getFloor, all));
  await pointer.click(again);
  expect(await tileOf(dana)).toBeVisible();
});

test('the wallboard has figures and tiles and no menus, and is left by Escape', async () => {
  const { pointer, router } = open(all, <WallboardPage />);
  expect(await tileOf(dana)).toHaveTextContent('Raymond Okafor');
  expect(screen.getByRole('dialog', { name: 'Wallboard' })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  await pointer.keyboard('{Escape}');
  expect(router.state.location.pathname).toBe('/floor');
});

test('the floor is for admins', async () => {
  openApp({ user: buildUser(), path: '/floor' });
  expect(await screen.findByText('You do not have access to that page.')).toBeVisible();
});
