import { exampleLeadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import { restListLeads } from '@crm/contracts/http/lead-lists.js';
import { permissionOfRows, type RowPermission } from '@crm/contracts/http/permission.js';
import { leadTimeline } from '@crm/contracts/http/timeline.js';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { mayBeContacted, tooEarly } from '../test/openCallable.js';
import { otherHolder } from '../test/openLead.js';
import { openApp } from '../test/TestApp.js';

const first: LeadRow = { ...exampleLeadRow, id: '66f0a1b2c3d4e5f601020301', fullname: 'Ana Ruiz' };
const second: LeadRow = { ...exampleLeadRow, id: '66f0a1b2c3d4e5f601020302', fullname: 'Ben Cole' };
const note: TimelineEntry = {
  kind: 'note',
  id: 'note:1',
  at: '2026-11-20T17:31:00.000Z',
  who: 'Dana Reyes',
  text: 'Calls after six',
};

const closed: RowPermission = {
  id: first.id,
  zones: ['America/Chicago'],
  call: tooEarly,
  text: mayBeContacted,
  changes_at: null,
};

/** By its name: to ask the whole page for a role takes seconds. */
const barOf = ({ fullname }: LeadRow) =>
  document.querySelector<HTMLElement>(`[role="toolbar"][aria-label="Actions for ${fullname}"]`);

/** Opens the list, and waits for what works its rows: it comes after them. */
async function openList({ rows = [first, second], permissions = [] as RowPermission[] } = {}) {
  const server = new FakeServer(buildUser())
    .on(restListLeads, answer(restListLeads, rows, { 'Content-Range': `leads 0-9/${String(rows.length)}` }))
    .on(permissionOfRows, answer(permissionOfRows, { leads: permissions, as_of: '2026-11-20T13:12:00.000Z' }))
    .on(leadTimeline, answer(leadTimeline, { entries: [note], next: null, missing: [] }));
  const opened = openApp({ user: buildUser(), server, path: '/life' });
  await screen.findByText(first.fullname);
  opened.live.acknowledge('updateStatus', (payload) => {
    const { status } = z.object({ status: statusCode }).parse(payload);
    return {
      status: 'success',
      message: 'Status saved',
      lead: { ...first, status, version: first.version + 1 },
      next: 'complete',
    };
  });
  const point = async (row: LeadRow) => {
    const bar = await waitFor(() => {
      fireEvent.pointerOver(screen.getByText(row.fullname), { pointerType: 'mouse' });
      const found = barOf(row);
      if (!found) throw new Error(`No buttons came for ${row.fullname}`);
      return found;
    });
    return within(bar);
  };
  return { ...opened, point };
}

const nameOf = ({ fullname }: LeadRow) => {
  const name = screen
    .getAllByText(fullname)
    .find((element) => element.closest('tbody'))
    ?.closest('a');
  if (!name) throw new Error(`${fullname} is no link`);
  return name;
};
const peekOf = ({ fullname }: LeadRow) =>
  screen.findByRole('complementary', { name: `Preview of ${fullname}` });

/** Peeks at a row by keyboard. */
async function peek({ point }: Awaited<ReturnType<typeof openList>>, row: LeadRow) {
  await point(row);
  act(() => {
    nameOf(row).focus();
  });
  fireEvent.keyDown(nameOf(row), { key: ' ' });
  return within(await peekOf(row));
}

describe('the preview of a lead in a list', () => {
  it('comes by the space bar with what happened last; the lead is not opened, and the focus stays', async () => {
    const opened = await openList();
    const preview = await peek(opened, first);
    expect(await preview.findByText('Calls after six')).toBeVisible();
    expect(nameOf(first)).toHaveFocus();
    expect(opened.live.sentOf('busyLead')).toEqual([]);
    expect(opened.server.calls(leadTimeline)).toHaveLength(1);
  });

  it('follows the arrows, and closes by Escape', async () => {
    await peek(await openList(), first);
    fireEvent.keyDown(nameOf(first), { key: 'ArrowDown' });
    expect(await peekOf(second)).toBeVisible();
    fireEvent.keyDown(nameOf(second), { key: 'Escape' });
    await waitFor(() => {
      expect(screen.queryByRole('complementary', { name: /^Preview/ })).not.toBeInTheDocument();
    });
  });
});

describe('the buttons of a row', () => {
  it('come for the row that is pointed at, and none for one that somebody else has open', async () => {
    const { point } = await openList({ rows: [first, { ...second, ...otherHolder }] });
    await point(first);
    fireEvent.pointerOver(screen.getByText(second.fullname), { pointerType: 'mouse' });
    await waitFor(() => {
      expect(barOf(first)).not.toBeInTheDocument();
      expect(barOf(second)).not.toBeInTheDocument();
    });
  });

  it('set a status in the list', async () => {
    const { point, live } = await openList();
    fireEvent.click((await point(first)).getByRole('button', { name: 'Status' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('radio', { name: /^Agreement/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(live.sentOf('updateStatus')).toEqual([{ lead_id: first.id, status: 'agreement' }]);
      expect(document.querySelector('[role="dialog"]')).not.toBeInTheDocument();
    });
  });

  it('open the texts of a lead', async () => {
    const { point, router } = await openList();
    fireEvent.click((await point(first)).getByRole('button', { name: 'Text' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/lead/${first.id}/text`);
    });
  });

  it('say why a lead may not be called now, and do not open it', async () => {
    const { point, router } = await openList({ permissions: [closed] });
    const buttons = await point(first);
    await waitFor(() => {
      expect(buttons.getByRole('button', { name: 'Call' })).toHaveAttribute('aria-disabled', 'true');
    });
    fireEvent.click(buttons.getByRole('button', { name: 'Call' }));
    expect(router.state.location.pathname).toBe('/life');
    expect(buttons.getByRole('button', { name: 'Text' })).not.toHaveAttribute('aria-disabled');
  });

  it('have keys for the row in focus: c opens the lead to ring it', async () => {
    const { point, router } = await openList();
    await point(first);
    act(() => {
      nameOf(first).focus();
    });
    fireEvent.keyDown(nameOf(first), { key: 'c' });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/lead/${first.id}`);
    });
  });
});
