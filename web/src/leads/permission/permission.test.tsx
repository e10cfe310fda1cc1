import { exampleText } from '@crm/contracts/entities/messaging.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import {
  endContactOverride,
  leadPermission,
  type ContactOverride,
  type WayToCustomer,
} from '@crm/contracts/http/permission.js';
import { screen } from '@testing-library/react';
import type { User } from '@crm/contracts/entities/user.js';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer } from '../../test/FakeServer.js';
import { openPart } from '../../test/TestApp.js';
import { PermissionChips } from './PermissionChips.js';

const override: ContactOverride = {
  id: '66f0a1b2c3d4e5f6010207aa',
  lead_id: exampleLifeLead.id,
  place: 'phone',
  channel: 'call',
  reason: 'He asked to be called at seven',
  requested_on: '2026-11-19',
  until: '2026-11-20T15:00:00.000Z',
  by: 'Morgan Lee',
  createdAt: '2026-11-20T13:12:00.000Z',
};
const refused: WayToCustomer = {
  place: 'phone',
  address: exampleLifeLead.phone,
  channel: 'call',
  permission: {
    allowed: false,
    rule: 'hours',
    sentence: 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT',
    next_allowed_at: '2026-11-20T15:00:00.000Z',
    override_id: null,
  },
  overridable: true,
  override: null,
};
const allowed: WayToCustomer = {
  ...refused,
  permission: {
    ...refused.permission,
    allowed: true,
    sentence: `Allowed by an admin: ${refused.permission.sentence}`,
    next_allowed_at: null,
    override_id: override.id,
  },
  overridable: false,
  override,
};

function openChips(user: User) {
  const has = { call: allowed };
  const server = new FakeServer(user).on(leadPermission, (call) =>
    answer(leadPermission, {
      zones: ['America/Chicago'],
      ways: [has.call, { ...refused, channel: 'text' }],
      changes_at: null,
      as_of: '2026-11-20T13:12:00.000Z',
    })(call),
  );
  return { ...openPart(<PermissionChips lead={exampleLifeLead} place="phone" />, { user, server }), has };
}

const says = /^Calls allowed by Morgan Lee until .*9:00 AM CT/;

it('an override in force says who, until when and why; an admin ends it', async () => {
  const { pointer, server, has } = openChips(buildAdmin());
  server.on(endContactOverride, (call) => {
    has.call = refused;
    return answer(endContactOverride, { status: 'success', message: 'The rules apply again' })(call);
  });
  expect(await screen.findByText(says)).toHaveTextContent('“He asked to be called at seven”');
  expect(screen.getByText('May be called')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: /^End: Calls allowed/ }));
  expect(await screen.findByText('The rules apply again')).toBeVisible();
  expect(server.calls(endContactOverride)[0]?.params).toEqual({
    id: exampleLifeLead.id,
    overrideId: override.id,
  });
  expect(await screen.findByRole('button', { name: 'Allow' })).toBeVisible();
  expect(screen.queryByText(says)).toBeNull();
});

describe('outside the hours', () => {
  const openRefused = (changes_at: string | null = null) => {
    const user = buildUser();
    const has = { allowed: false };
    const ways = () =>
      (['phone', 'second_phone'] as const).flatMap((place) =>
        (['call', 'text'] as const).map((channel) => ({
          ...refused,
          place,
          channel,
          permission: has.allowed
            ? { ...refused.permission, allowed: true, rule: null, next_allowed_at: null }
            : refused.permission,
        })),
      );
    const server = new FakeServer(user).on(leadPermission, (call) =>
      answer(leadPermission, {
        zones: ['America/Chicago'],
        ways: ways(),
        changes_at: has.allowed ? null : changes_at,
        as_of: '2026-11-20T14:59:59.500Z',
      })(call),
    );
    const chips = (
      <>
        <PermissionChips lead={exampleLifeLead} place="phone" />
        <PermissionChips lead={exampleLifeLead} place="second_phone" />
      </>
    );
    return { ...openPart(chips, { user, server }), has };
  };

  it('the next time is said once, for both numbers', async () => {
    openRefused();
    expect(await screen.findAllByText(/9:00 AM/)).toHaveLength(1);
    expect(screen.getByText(/^Calls and texts from .*9:00 AM CT$/)).toBeVisible();
    expect(screen.queryByText(/It is 7:12 AM/)).not.toBeInTheDocument();
    expect(screen.queryByText('Second phone')).not.toBeInTheDocument();
  });

  it('is asked about again when the hours begin, by the server’s clock', async () => {
    const { has, server } = openRefused('2026-11-20T15:00:00.000Z');
    await screen.findByText(/^Calls and texts from/);
    has.allowed = true;
    expect(await screen.findByText('May be called and texted')).toBeVisible();
    expect(server.calls(leadPermission)).toHaveLength(2);
  });

  it('is asked about again when the number was put on the do-not-contact list, or taken off', async () => {
    const { has, live, server } = openRefused();
    await screen.findByText(/^Calls and texts from/);
    has.allowed = true;
    await live.say('contactChanged', {});
    expect(await screen.findByText('May be called and texted')).toBeVisible();
    // However many parts of the page show it.
    expect(server.calls(leadPermission)).toHaveLength(2);
  });

  it('is asked about again when a text was sent, by whomever', async () => {
    const { has, live } = openRefused();
    await screen.findByText(/^Calls and texts from/);
    has.allowed = true;
    await live.say('addMessage', { ...exampleText, lead_id: exampleLifeLead.id, is_client_message: 0 });
    expect(await screen.findByText('May be called and texted')).toBeVisible();
  });
});

it('an agent reads it and cannot end it', async () => {
  openChips(buildUser());
  expect(await screen.findByText(says)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
