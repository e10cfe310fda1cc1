import { uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { screen, waitFor } from '@testing-library/react';
import { refuse } from '../test/FakeServer.js';
import { csv, openBulkUpload } from '../test/bulk-upload.js';

describe('Bulk Upload', () => {
  it('sends the file with its delimiter and its type, as the signed-in user', async () => {
    const { server, pointer, upload } = await openBulkUpload();
    await pointer.upload(screen.getByLabelText('CSV file'), csv());
    await pointer.click(screen.getByRole('combobox', { name: 'Delimiter' }));
    await pointer.click(screen.getByRole('option', { name: 'Semicolon ;' }));
    await pointer.click(screen.getByRole('button', { name: 'Health' }));
    await upload();
    await screen.findByText('Import started');

    const [call] = server.calls(uploadBulkCsv);
    if (!(call?.body instanceof FormData)) throw new Error('The upload is no form');
    // The server reads as it receives: the file comes last.
    expect([...call.body.keys()]).toEqual(['delimiter', 'lt', 'file']);
    expect(call.body.get('delimiter')).toBe(';');
    expect(call.body.get('lt')).toBe('health');
    expect(call.body.get('file')).toHaveProperty('name', 'spring.csv');
    expect(call.headers.get('Authorization')).toBe('Bearer token-of-the-test');
  });

  it('lets the server find the delimiter unless it is told', async () => {
    const { server, pointer, upload } = await openBulkUpload();
    await pointer.upload(screen.getByLabelText('CSV file'), csv());
    await upload();
    await screen.findByText('Import started');
    const [call] = server.calls(uploadBulkCsv);
    if (!(call?.body instanceof FormData)) throw new Error('The upload is no form');
    expect(call.body.get('delimiter')).toBe('');
    expect(call.body.get('lt')).toBe('life');
  });

  it('sends what proves the consent of all rows before the file, and asks for it anew with the next one', async () => {
    const { server, pointer, upload } = await openBulkUpload();
    await pointer.upload(screen.getByLabelText('CSV file'), csv());
    expect(screen.queryByLabelText('Wording')).not.toBeInTheDocument();
    await pointer.click(screen.getByRole('switch', { name: 'Consent for all rows' }));
    await pointer.click(screen.getByRole('checkbox', { name: 'Texts' }));
    await pointer.click(screen.getByRole('checkbox', { name: 'Calls' }));
    await pointer.type(screen.getByLabelText('Seller'), 'Juniper Insurance');
    await upload();
    expect(screen.getByLabelText('Wording')).toHaveAccessibleDescription(
      'Send the wording, the page or a certificate of the consent',
    );
    expect(server.calls(uploadBulkCsv)).toHaveLength(0);
    await pointer.type(screen.getByLabelText('Wording'), 'I agree to calls and texts.');
    await upload();
    await screen.findByText('Import started');

    const [call] = server.calls(uploadBulkCsv);
    if (!(call?.body instanceof FormData)) throw new Error('The upload is no form');
    const { file: _file, ...sent } = Object.fromEntries(call.body);
    expect([...call.body.keys()].at(-1)).toBe('file');
    expect(sent).toEqual({
      ...{ delimiter: '', lt: 'life', consent_kind: 'written', channels: 'call,text' },
      ...{ consent_text: 'I agree to calls and texts.', seller: 'Juniper Insurance' },
    });
    expect(screen.getByRole('switch', { name: 'Consent for all rows' })).not.toBeChecked();
  });

  it('says why nothing can be uploaded yet', async () => {
    const { server, pointer } = await openBulkUpload();
    const button = screen.getByRole('button', { name: 'Upload' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await pointer.hover(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Choose a CSV file first');
    await pointer.click(button);
    expect(server.calls(uploadBulkCsv)).toHaveLength(0);
  });

  it('keeps what was chosen when the server refuses it, and says what is wrong', async () => {
    const { server, pointer, upload } = await openBulkUpload();
    const message = 'The file is larger than 200 MB';
    server.on(uploadBulkCsv, refuse({ code: 'too_large', message, errors: { file: message } }));
    await pointer.upload(screen.getByLabelText('CSV file'), csv());
    await upload();
    await waitFor(() => {
      expect(screen.getByLabelText('CSV file')).toBeInvalid();
    });
    expect(screen.getByLabelText('CSV file')).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(screen.getByText('spring.csv')).toBeVisible();
  });

  it('shows how far the file is on its way', async () => {
    const { carrier, pointer, upload } = await openBulkUpload();
    carrier.isHeld = true;
    await pointer.upload(screen.getByLabelText('CSV file'), csv());
    await upload();
    const bar = await screen.findByRole('progressbar', { name: 'Uploading spring.csv' });
    expect(bar).toHaveAttribute('aria-valuenow', '0');
    await carrier.send(20);
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    await carrier.send(999);
    expect(screen.getByText('Uploaded. Saving the file…')).toBeVisible();
    await carrier.finish();
    expect(await screen.findByRole('listitem', { name: 'spring.csv' })).toBeVisible();
  });

  it('goes on when the dialog and the page are left, and is there again', async () => {
    const { carrier, pointer, upload, close, open, server } = await openBulkUpload();
    carrier.isHeld = true;
    await pointer.upload(screen.getByLabelText('CSV file'), csv());
    await upload();
    await screen.findByRole('progressbar', { name: 'Uploading spring.csv' });
    await close();
    await carrier.send(20);
    expect(screen.getByRole('button', { name: 'Uploading 50%' })).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Leave' }));
    await pointer.click(screen.getByRole('button', { name: 'Come back' }));
    await open();
    expect(screen.getByRole('progressbar', { name: 'Uploading spring.csv' })).toBeVisible();
    await close();
    await pointer.click(screen.getByRole('button', { name: 'Leave' }));
    await carrier.finish();
    expect(await screen.findByText('Import started')).toBeVisible();
    expect(server.calls(uploadBulkCsv)).toHaveLength(1);
  });

  it('can be called back while the file is on its way', async () => {
    const { carrier, pointer, upload, server } = await openBulkUpload();
    carrier.isHeld = true;
    await pointer.upload(screen.getByLabelText('CSV file'), csv());
    await upload();
    await pointer.click(await screen.findByRole('button', { name: 'Cancel upload' }));
    expect(await screen.findByText('Upload cancelled. Nothing was imported.')).toBeVisible();
    expect(server.calls(uploadBulkCsv)).toHaveLength(0);
    expect(screen.getByText('spring.csv')).toBeVisible();
    expect(screen.getByLabelText('CSV file')).toHaveFocus();
  });
});
