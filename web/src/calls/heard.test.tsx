import { exampleConference, exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { screen, waitFor, within } from '@testing-library/react';
import { openCallable } from '../test/openCallable.js';

const name = exampleLifeLead.fullname;

/** What a screen reader says of itself: the live regions that have words. */
const said = () =>
  screen
    .getAllByRole('status')
    .filter((region) => region.getAttribute('aria-live') === 'polite')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');

test('a call is heard from its first ring to its outcome, and every button says its name, state and key', async () => {
  const opened = await openCallable();
  await opened.pointer.keyboard('c');
  await waitFor(() => {
    expect(opened.devices.last.calls).toHaveLength(1);
  });
  const call = opened.devices.call;
  await waitFor(() => {
    expect(said()).toContainEqual(expect.stringMatching(/^Calling /));
  });

  const user_id = opened.services.session.user()?.id ?? '';
  const live = { ...exampleLiveCall, user_id, lead_id: exampleLifeLead.id, lead_name: name };
  await call.does('accept');
  const connectedAt = new Date().toISOString();
  await opened.live.say('callChanged', { ...live, state: 'talking', connectedAt });
  await waitFor(() => {
    expect(said()).toContain(`${name} is on the line`);
  });
  const panel = within(screen.getByRole('region', { name: 'The call' }));
  const buttons = panel.getAllByRole('button').map((button) => ({
    name: button.getAttribute('aria-label'),
    key: button.getAttribute('aria-keyshortcuts'),
  }));
  expect(buttons).toEqual([
    { name: 'Lead', key: 'l' },
    { name: 'Adjust', key: 'a' },
    { name: 'Pause recording', key: 'r' },
    { name: 'Drop voicemail', key: 'v' },
    { name: 'Transfer', key: 't' },
    { name: 'Mute', key: 'm' },
    { name: 'Hold', key: 'h' },
    { name: 'Add participant', key: 'p' },
    { name: 'Dialpad', key: 'k' },
    { name: 'Help', key: 'e' },
    { name: 'Do not call', key: 'd' },
    { name: 'Hang up', key: 'Control+.' },
  ]);
  expect(panel.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'false');
  expect(panel.getByRole('timer')).toBeVisible();

  await opened.live.say('setConfParams', { ...exampleConference, hold: true });
  await waitFor(() => {
    expect(said()).toContain(`${name} is on hold`);
  });

  await call.does('disconnect');
  await waitFor(() => {
    expect(said()).toContain('The call has ended');
  });
  const outcome = await screen.findByRole('region', { name: 'How did the call go?' });
  await waitFor(() => {
    expect(outcome).toHaveFocus();
  });
  expect(within(outcome).getByRole('group', { name: 'Outcome' })).toBeVisible();
});
