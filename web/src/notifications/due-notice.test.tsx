import { exampleFollowup } from '@crm/contracts/entities/followup.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { createFollowup, listAllFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer } from '../test/FakeServer.js';
import { openLead } from '../test/openLead.js';
import { openApp } from '../test/TestApp.js';

/** The notices of a system, as the browser shows them. */
function fakeNotices(permission: NotificationPermission) {
  const shown: FakeNotice[] = [];
  const asked: string[] = [];
  class FakeNotice {
    static permission = permission;
    static requestPermission = () => {
      asked.push('permission');
      return Promise.resolve(permission);
    };
    onclick: () => void = () => undefined;
    close = () => undefined;
    readonly tag: string | undefined;
    constructor(
      readonly title: string,
      { tag }: NotificationOptions = {},
    ) {
      this.tag = tag;
      shown.push(this);
    }
  }
  Object.defineProperty(window, 'Notification', { configurable: true, writable: true, value: FakeNotice });
  return { shown, asked };
}
const look = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
};
const due = { followup: { ...exampleFollowup, lead_id: exampleLifeLead.id }, lead_name: 'Raymond Okafor' };

beforeEach(() => {
  look('visible');
  window.focus = () => undefined;
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  look('visible');
});

describe('a call-back that is due', () => {
  it('is told by a notice of the system to who looks elsewhere, which leads to the lead', async () => {
    const { shown } = fakeNotices('granted');
    const { live, router } = openApp({ user: buildUser() });
    await screen.findByRole('navigation');
    look('hidden');
    await live.say('followupNotification', due);
    expect(shown.map(({ title }) => title)).toEqual(['Follow-up with Raymond Okafor']);
    act(() => {
      shown[0]?.onclick();
    });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/lead/${exampleLifeLead.id}`);
    });
  });

  it('has a notice of its own beside that of another one of the same lead', async () => {
    const { shown } = fakeNotices('granted');
    const { live } = openApp({ user: buildUser() });
    await screen.findByRole('navigation');
    look('hidden');
    const other = { ...due.followup, id: '66f0a1b2c3d4e5f601020aab' };
    await live.say('followupNotification', due);
    await live.say('followupNotification', { ...due, followup: other });
    expect(new Set(shown.map(({ tag }) => tag)).size).toBe(2);
  });

  it('is told on the page alone to who looks at it, or allowed no notices', async () => {
    const { shown } = fakeNotices('granted');
    const { live } = openApp({ user: buildUser() });
    await screen.findByRole('navigation');
    await live.say('followupNotification', due);
    expect(await screen.findByText('Follow-up with Raymond Okafor')).toBeVisible();
    fakeNotices('denied');
    look('hidden');
    await live.say('followupNotification', due);
    expect(shown).toEqual([]);
  });
});

describe('notices of the system', () => {
  it('are offered once, with the first follow-up that is set', async () => {
    const { asked } = fakeNotices('default');
    const opened = await openLead();
    const set = { status: 'success', message: 'Follow-up created' } as const;
    opened.server
      .on(listAllFollowupsOfLead, answer(listAllFollowupsOfLead, { followups: [] }))
      .on(createFollowup, answer(createFollowup, { ...set, followup: due.followup }));
    await opened.goTo(`/lead/${exampleLifeLead.id}/followups`);
    const panel = within(await screen.findByRole('tabpanel', { name: 'FollowUps' }));
    await opened.pointer.click(await panel.findByRole('button', { name: 'In 1 day' }));
    await opened.pointer.click(panel.getByRole('button', { name: 'Create' }));
    await opened.pointer.click(await screen.findByRole('button', { name: /^Tell me on this device/ }));
    expect(asked).toEqual(['permission']);
    expect(window.localStorage.getItem('RaStore.notices.asked')).toBe('true');
  });
});
