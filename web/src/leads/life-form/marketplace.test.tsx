import { exampleLifeLead, type LifeLead } from '@crm/contracts/entities/lead.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openPart } from '../../test/TestApp.js';
import LifeFormDialog from './LifeFormDialog.js';

type Opened = Pick<ReturnType<typeof openPart>, 'live'>;

const dialog = async () => {
  await screen.findByText('Client information');
  return within(screen.getByRole('dialog'));
};
const nothing = () => undefined;

function type(field: RegExp, text: string) {
  fireEvent.change(screen.getByLabelText(field, { selector: 'input' }), { target: { value: text } });
}

async function pick(field: RegExp, choice: string) {
  fireEvent.mouseDown(screen.getByLabelText(field, { selector: '[role="combobox"]' }));
  fireEvent.click(await screen.findByText(choice));
}

async function editOf(lead: LifeLead) {
  const opened = openPart(<LifeFormDialog lead={lead} onClose={nothing} onSaved={nothing} />);
  return { ...opened, form: await dialog() };
}

function taken({ live }: Opened, lead = exampleLifeLead) {
  live.acknowledge('processLead', () => ({ status: 'success', message: 'Saved', id: lead.id, lead }));
}

describe('the form of a marketplace lead', () => {
  it('makes a lead of that source, its conditions from the list of its own', async () => {
    const opened = openPart(<LifeFormDialog isMarketplace onClose={nothing} onSaved={nothing} />);
    taken(opened);
    const form = await dialog();
    expect(form.getByText('Lead of the advertising marketplace')).toBeVisible();
    type(/^Full Name/, 'Marva Ellison');
    type(/^Email/, 'marva@example.com');
    type(/^Phone/, '2145550144');
    type(/^State/, 'Texas');
    fireEvent.keyDown(screen.getByLabelText(/^State/, { selector: 'input' }), { key: 'Enter' });
    await pick(/^Month/, 'June');
    type(/^DD/, '02');
    type(/^YYYY/, '1957');
    await pick(/^Disease/, 'Diabetes, type 2');
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' });
    fireEvent.click(form.getByText('Quote'));
    await pick(/^Product Type/, 'Final expense');
    type(/^Covarage Amount/, '$15,000');
    fireEvent.keyDown(screen.getByLabelText(/^Covarage Amount/, { selector: 'input' }), { key: 'Enter' });
    await pick(/^Funeral type/, 'Casket');
    fireEvent.click(form.getByText('Create'));
    await waitFor(() => {
      expect(opened.live.sentOf('processLead')).toMatchObject([
        { lead: { type: 'life', source: 'mediaalpha', medications: ['diabetes_type_2'], term: 'fex' } },
      ]);
    });
  });

  it('is the one that edits such a lead, and never sends the source', async () => {
    const lead: LifeLead = { ...exampleLifeLead, source: 'mediaalpha', medications: ['diabetes_type_1'] };
    const opened = await editOf(lead);
    taken(opened);
    expect(opened.form.getByText('Lead of the advertising marketplace')).toBeVisible();
    expect(screen.getByLabelText(/^Disease/, { selector: '[role="combobox"]' })).toHaveTextContent(
      'Diabetes, type 1',
    );
    type(/^Address/, '12 Elm St');
    fireEvent.click(opened.form.getByText('Update'));
    await waitFor(() => {
      expect(opened.live.sentOf('processLead')).toEqual([
        { id: lead.id, lead: { type: 'life', version: 4, address: '12 Elm St' } },
      ]);
    });
  });
});

describe('the fields that only the edit dialog has', () => {
  it.each([
    [0, false],
    [1, true],
  ] as const)('with post_sale %d the policy number shows: %p', async (post_sale, isThere) => {
    const { form } = await editOf({ ...exampleLifeLead, post_sale });
    for (const label of ['Hobby', 'Color', 'Submit Date', 'Draft Date', 'Military', 'DUI', 'High risk']) {
      expect(form.getByLabelText(label)).toBeInTheDocument();
    }
    expect(form.getByLabelText('Prescription medications')).toBeInTheDocument();
    expect(form.queryByLabelText('Policy Number') !== null).toBe(isThere);
    expect(form.queryByText('Lead of the advertising marketplace')).not.toBeInTheDocument();
  });

  it('are saved: dates as plain dates, toggles as flags', async () => {
    const opened = await editOf({ ...exampleLifeLead, post_sale: 1 });
    taken(opened);
    type(/^Submit Date/, '11202026');
    type(/^Draft Date/, '12012026');
    type(/^Policy Number/, 'FE-2291');
    type(/^Hobby/, 'Chess');
    fireEvent.click(opened.form.getByLabelText('Military'));
    fireEvent.click(opened.form.getByText('Update'));
    await waitFor(() => {
      expect(opened.live.sentOf('processLead')).toMatchObject([
        {
          lead: {
            app_date: '2026-11-20',
            draft_date: '2026-12-01',
            policy_number: 'FE-2291',
            hobby: 'Chess',
            military: 1,
          },
        },
      ]);
    });
  });

  it('do not show where a lead is made', async () => {
    openPart(<LifeFormDialog onClose={nothing} onSaved={nothing} />);
    const form = await dialog();
    expect(form.queryByLabelText('Hobby')).not.toBeInTheDocument();
    expect(form.queryByLabelText('Military')).not.toBeInTheDocument();
  });
});
