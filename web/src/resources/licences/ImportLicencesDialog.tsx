import { useState } from 'react';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import { importLicences } from '@crm/contracts/resources/licence.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { refusalOf } from '../../http/http-client.js';
import { useLicenceMessages } from '../../i18n/licences.en.js';
import { FileDrop } from '../../imports/FileDrop.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

const maxBytes = 900_000;

/** Imports licences from a CSV file; the rows that were refused stay shown, each with its line and reason. */
export function ImportLicencesDialog({ onClose }: { onClose: () => void }) {
  const translate = useLicenceMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const importing = useVerb(
    async (provider, chosen: File) => provider.call(importLicences, { body: { csv: await chosen.text() } }),
    {
      onSuccess: ({ saved: _saved, refused, ...answer }) => {
        showAnswer(answer);
        refresh();
        if (refused.length === 0) onClose();
      },
      onRefused: (refusal) => {
        const wrong = refusalOf(refusal)?.errors?.['csv'];
        setError(wrong);
        return wrong !== undefined;
      },
    },
  );
  const refused = importing.data?.refused ?? [];
  const reason =
    file === null
      ? translate('crm.licences.noFile')
      : file.size > maxBytes
        ? translate('crm.licences.tooLarge')
        : undefined;
  return (
    <DialogFrame
      open
      title={translate('crm.licences.importTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            variant="contained"
            loading={importing.isPending}
            reason={reason}
            onClick={() => {
              if (file !== null) importing.mutate(file);
            }}
          >
            {translate('crm.licences.importNow')}
          </ReasonButton>
        </>
      }
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('crm.licences.importText')}
      </Typography>
      <FileDrop
        file={file}
        error={error}
        onChoose={(chosen) => {
          setFile(chosen);
          setError(undefined);
          importing.reset();
        }}
      />
      {refused.length > 0 && (
        <>
          <Typography variant="subtitle2" component="h3" role="status" sx={{ mt: 2 }}>
            {translate('crm.licences.refused', { smart_count: refused.length })}
          </Typography>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell sx={{ width: 64 }}>{translate('crm.licences.line')}</TableCell>
                <TableCell>{translate('crm.licences.reason')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {refused.map(({ line, reason: why }) => (
                <TableRow key={line}>
                  <TableCell>{line}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{why}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      )}
    </DialogFrame>
  );
}
