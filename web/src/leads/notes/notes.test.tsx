import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { createNote, deleteNote, listNotes, type Note } from '@crm/contracts/http/notes.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, refuse } from '../../test/FakeServer.js';
import { openLead } from '../../test/openLead.js';

const user = buildUser();
const note = (known: Partial<Note> = {}): Note => ({
  id: '66f0a1b2c3d4e5f6010207aa',
  user_id: user.id,
  lead_id: exampleLifeLead.id,
  message: 'Asked to be called after 11.',
  fname: 'Dana',
  lname: 'Reyes',
  createdAt: '2026-11-20T17:31:00.000Z',
  ...known,
});
const others = note({
  id: '66f0a1b2c3d4e5f6010207bb',
  user_id: '66f0a1b2c3d4e5f6010203bb',
  fname: 'Joel',
  lname: 'Abernathy',
  message: 'Came in through the form.',
});

const sendKeys = { key: 'Enter', ctrlKey: true };
const write = (box: HTMLElement, value: string) => {
  fireEvent.change(box, { target: { value } });
};

async function openNotes(notes: Note[], who = user) {
  const has = { notes };
  const opened = await openLead({ user: who });
  opened.server.on(listNotes, (call) => answer(listNotes, { notes: has.notes })(call));
  await opened.goTo(`/lead/${exampleLifeLead.id}/notes`);
  await opened.live.say('updateLead', exampleLifeLead);
  // By its id: to ask the whole page for a role takes seconds.
  const element = await waitFor(() => {
    const found = document.getElementById('lead-panel-right-notes');
    if (!found) throw new Error('The notes are not open');
    return found;
  });
  const panel = within(element);
  const box = await panel.findByRole('textbox', { name: /New note/ });
  return { ...opened, has, panel, box };
}

describe('the notes of a lead', () => {
  it('show who wrote what and when, and may be deleted by their author', async () => {
    const { panel } = await openNotes([note(), others]);
    const list = within(await panel.findByRole('list', { name: 'Notes on this lead' }));
    const [first, second] = list.getAllByRole('listitem');
    expect(first).toHaveTextContent('Dana Reyes');
    expect(first).toHaveTextContent('11/20/2026 9:31 AM PT');
    expect(first).toHaveTextContent('Asked to be called after 11.');
    expect(second).toHaveTextContent('Joel Abernathy');
    expect(panel.getAllByRole('button', { name: /^Delete the note/ })).toHaveLength(1);
  });

  it('may all be deleted by an admin, after a question', async () => {
    const { panel, pointer, server } = await openNotes([note(), others], buildAdmin());
    server.on(deleteNote, answer(deleteNote, { status: 'success', message: 'Note deleted' }));
    await pointer.click(await panel.findByRole('button', { name: /^Delete the note of Joel/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete note' }));
    expect(dialog.getByText('Came in through the form.')).toBeVisible();
    await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Note deleted')).toBeVisible();
    expect(server.calls(deleteNote)[0]?.params).toEqual({ id: others.id });
    await waitFor(() => {
      expect(panel.getAllByRole('listitem')).toHaveLength(1);
    });
  });

  it('show what another browser wrote once the lead is told to have changed', async () => {
    const { panel, has, live } = await openNotes([]);
    expect(await panel.findByText(/^No notes yet/)).toBeVisible();
    has.notes = [others];
    await live.say('updateLead', exampleLifeLead);
    expect(await panel.findByText('Came in through the form.')).toBeVisible();
  });
});

describe('a new note', () => {
  it('is sent by Ctrl and Enter, trimmed, and stands first', async () => {
    const { panel, box, server } = await openNotes([others]);
    const sent = note({ id: '66f0a1b2c3d4e5f6010207cc', message: 'Prefers the 3rd.' });
    server.on(createNote, answer(createNote, { note: sent }));
    write(box, '  Prefers the 3rd. ');
    fireEvent.keyDown(box, sendKeys);
    await waitFor(() => {
      expect(panel.getAllByRole('listitem')[0]).toHaveTextContent('Prefers the 3rd.');
    });
    expect(server.calls(createNote)[0]?.body).toEqual({
      user_id: user.id,
      lead_id: exampleLifeLead.id,
      message: 'Prefers the 3rd.',
    });
    expect(box).toHaveValue('');
  });

  it('of blanks alone cannot be sent, and says why', async () => {
    const { panel, pointer, box, server } = await openNotes([]);
    write(box, '   ');
    const send = panel.getByRole('button', { name: 'Send' });
    expect(send).toHaveAttribute('aria-disabled', 'true');
    await pointer.click(send);
    fireEvent.keyDown(box, sendKeys);
    expect(server.calls(createNote)).toEqual([]);
  });

  it('that is refused stays in its box', async () => {
    const { panel, pointer, box, server } = await openNotes([]);
    server.on(createNote, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
    write(box, 'Worth keeping');
    await pointer.click(panel.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Try again in a moment')).toBeVisible();
    expect(box).toHaveValue('Worth keeping');
  });

  it('is kept while other tabs are looked at, and asked about on leaving the lead', async () => {
    const { pointer, box, router, goTo } = await openNotes([]);
    write(box, 'Half a thought');
    await pointer.click(screen.getByText('Script'));
    expect(router.state.location.pathname).toBe(`/lead/${exampleLifeLead.id}/script`);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(box).toHaveValue('Half a thought');
    expect(box).toBeVisible();
    await goTo('/');
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/lead/${exampleLifeLead.id}/script`);
  });

  it('of which one is too long stay as typed, say so and are not sent', async () => {
    const { panel, box, server } = await openNotes([]);
    const long = 'x'.repeat(20_000);
    write(box, long);
    expect(box).toHaveValue(long);
    const fault = 'At most 5,000 characters, this has 20,000';
    expect(panel.getByText(fault)).toBeVisible();
    const send = panel.getByRole('button', { name: 'Send' });
    expect(send).toHaveAccessibleDescription(fault);
    fireEvent.keyDown(box, sendKeys);
    expect(server.calls(createNote)).toHaveLength(0);
    write(box, 'x'.repeat(4_812));
    expect(panel.getByText('4,812 of 5,000 characters')).toBeVisible();
    expect(send).not.toHaveAttribute('aria-disabled');
  });
});
