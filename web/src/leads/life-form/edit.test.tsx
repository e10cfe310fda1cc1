import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { screen, waitFor, within } from '@testing-library/react';
import { openForm, saveAsServer } from '../../test/openForm.js';
import { openLead } from '../../test/openLead.js';
import LifeFormDialog from './LifeFormDialog.js';

type Opened = Awaited<ReturnType<typeof openLead>>;

/** From the page of the lead, as its reader opens it. */
async function openOnPage(opened: Opened) {
  saveAsServer(opened);
  const button = screen.getByRole('button', { name: 'Edit' });
  await waitFor(() => {
    expect(button).not.toHaveAttribute('aria-disabled');
  });
  await opened.pointer.click(button);
  return within(await screen.findByRole('dialog', { name: 'Client information' }));
}

const openDialog = () => openForm(LifeFormDialog, exampleLifeLead);

const retype = async ({ pointer }: Pick<Opened, 'pointer'>, field: HTMLElement, text: string) => {
  await pointer.tripleClick(field);
  await pointer.paste(text);
};

describe('editing a lead', () => {
  it('saves what was changed from the version that was read, and says so', async () => {
    const opened = await openLead();
    const form = await openOnPage(opened);
    await retype(opened, form.getByLabelText(/^Address/), '12 Elm St');
    await opened.pointer.click(form.getByText('Update'));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(opened.live.sentOf('processLead')).toMatchObject([
      { id: exampleLifeLead.id, lead: { version: 4, address: '12 Elm St' } },
    ]);
    expect(screen.getByText('12 Elm St')).toBeVisible();
  });

  it('saves that the customer agreed to recordings, and opens with it', async () => {
    const opened = await openLead();
    const agreed = 'Agreed to recorded calls and messages';
    const form = await openOnPage(opened);
    expect(form.getByLabelText(agreed)).not.toBeChecked();
    await opened.pointer.click(form.getByLabelText(agreed));
    await opened.pointer.click(form.getByText('Update'));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(opened.live.sentOf('processLead')).toEqual([
      { id: exampleLifeLead.id, lead: { type: 'life', version: 4, recorded_ok: 1 } },
    ]);
    expect(screen.getByText('Recording agreed').nextElementSibling).toHaveTextContent('Yes');
    expect((await openOnPage(opened)).getByLabelText(agreed)).toBeChecked();
  });

  it('takes over what somebody else saved in other fields, without asking', async () => {
    const opened = await openDialog();
    const { form } = opened;
    await retype(opened, form.getByLabelText(/^Address/), '12 Elm St');
    opened.has.lead = { ...exampleLifeLead, version: 5, zipcode: '75204' };
    await opened.pointer.click(form.getByText('Update'));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(opened.has.lead).toMatchObject({ address: '12 Elm St', zipcode: '75204', version: 6 });
  });

  it('shows both values of a field that both changed, and saves the one chosen', async () => {
    const opened = await openDialog();
    const { form } = opened;
    await retype(opened, form.getByLabelText(/^Address/), '12 Elm St');
    opened.has.lead = { ...exampleLifeLead, version: 5, address: '9 Oak Ave' };
    await opened.pointer.click(form.getByText('Update'));

    const title = 'Two people changed the same fields';
    const both = within(await screen.findByRole('dialog', { name: title }));
    expect(both.getByText(/^Priya Sandoval saved first/)).toBeVisible();
    expect(both.getByText('12 Elm St')).toBeVisible();
    const save = both.getByRole('button', { name: 'Save again' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    await opened.pointer.click(both.getByText('9 Oak Ave'));
    await opened.pointer.click(save);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(opened.has.lead).toMatchObject({ address: '9 Oak Ave' });
    // What they saved was read for it; the page would have read the lead before.
    expect(opened.server.calls(restGetLead)).toHaveLength(1);
  });

  it('keeps what was typed when the save is refused, and puts the reason at its field', async () => {
    const opened = await openDialog();
    const { form } = opened;
    opened.live.acknowledge('processLead', () => ({
      status: 'error',
      code: 'invalid',
      message: 'Please check the fields',
      errors: { zipcode: 'No such zip code' },
      http_status: 422,
    }));
    await retype(opened, form.getByLabelText(/^Zip code/), '00000');
    await opened.pointer.click(form.getByText('Update'));
    expect(await form.findByText('No such zip code')).toBeVisible();
    expect(form.getByLabelText(/^Zip code/)).toHaveValue('00000');
  });

  it('asks before typing is thrown away, by closing and by leaving', async () => {
    const opened = await openLead();
    const form = await openOnPage(opened);
    await retype(opened, form.getByLabelText(/^Address/), '12 Elm St');
    await opened.pointer.click(form.getByText('Close'));
    const asked = within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
    await opened.pointer.click(asked.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => {
      expect(screen.queryByText('Close without saving?')).not.toBeInTheDocument();
    });
    await opened.goTo('/');
    expect(await screen.findByText('Close without saving?')).toBeVisible();
    await opened.pointer.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => {
      expect(opened.router.state.location.pathname).toBe('/');
    });
  });

  it('says that somebody else saved meanwhile, and keeps what was typed', async () => {
    const opened = await openLead();
    const form = await openOnPage(opened);
    await retype(opened, form.getByLabelText(/^Address/), '12 Elm St');
    await opened.live.say('updateLead', { ...exampleLifeLead, version: 5, zipcode: '75204' });
    expect(await form.findByText(/^Somebody else saved this lead/)).toBeVisible();
    expect(form.getByLabelText(/^Address/)).toHaveValue('12 Elm St');
  });
});
