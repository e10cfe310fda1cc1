import { screen, waitFor } from '@testing-library/react';
import { openingHours, type OpeningHours } from '@crm/contracts/resources/opening-hours.js';
import { buildAdmin } from '../../test/builders.js';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { openPart } from '../../test/TestApp.js';
import OpeningHoursPage from './OpeningHoursPage.js';

const { one, change } = openingHours.calls;
const kept: OpeningHours = openingHours.record.parse(openingHours.example);

function openHours() {
  const user = buildAdmin();
  const server = new FakeServer(user)
    .on(one, answer(one, kept))
    .on(change, answer(change, { ...kept, version: 4 }));
  return { ...openPart(<OpeningHoursPage />, { user, server, path: '/opening-hours' }), server };
}

test('an admin closes a day, and what else there is stays as it was', async () => {
  const { pointer, server } = openHours();
  const from = await screen.findByRole('textbox', { name: 'Sunday from' });
  expect(from).toHaveValue('08:00');
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await pointer.clear(from);
  await pointer.clear(screen.getByRole('textbox', { name: 'Sunday until' }));
  await pointer.click(save);
  await waitFor(() => {
    expect(server.calls(change)).toHaveLength(1);
  });
  const { id: _id, ...fields } = kept;
  expect(server.calls(change)[0]?.body).toEqual({
    ...fields,
    hours: [null, ...kept.hours.slice(1)],
  });
  expect(await screen.findByText('Opening hours saved')).toBeVisible();
});

test('holidays are closed days, each to be taken away', async () => {
  const { pointer, server } = openHours();
  expect(await screen.findByText('12/24/2026')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: /Remove.*12\/24\/2026|12\/24\/2026/ }));
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(server.calls(change)[0]?.body).toMatchObject({ closed_days: ['federal'] });
  });
});

test('what is refused is said, and what was typed stays', async () => {
  const { pointer, server } = openHours();
  server.on(change, refuse({ code: 'unavailable', message: 'The store is out of reach' }));
  const wait = await screen.findByRole('textbox', { name: /Longest wait/ });
  await pointer.clear(wait);
  await pointer.type(wait, '5');
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The store is out of reach')).toBeVisible();
  expect(wait).toHaveValue('5');
});

test('hours that cannot be read are said to be so, where one is, and are read again when asked', async () => {
  const user = buildAdmin();
  const server = new FakeServer(user).on(
    one,
    refuse({ code: 'unavailable', message: 'The store is out of reach' }),
  );
  const { pointer, router } = openPart(<OpeningHoursPage />, { user, server, path: '/opening-hours' });
  expect(await screen.findByText('The opening hours could not be loaded')).toBeVisible();
  expect(router.state.location.pathname).toBe('/opening-hours');
  server.on(one, answer(one, kept));
  await pointer.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Sunday from' })).toHaveValue('08:00');
});
