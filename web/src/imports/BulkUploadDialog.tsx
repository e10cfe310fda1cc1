import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import type { BulkUploadFields } from '@crm/contracts/entities/lead-import.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useRawLeadMessages, type RawLeadWordKey } from '../i18n/raw-leads.en.js';
import { SegmentsOf } from '../controls/SegmentsOf.js';
import { readFileConsent, type TypedConsent } from './file-consent.rules.js';
import { FileConsentPart } from './FileConsentPart.js';
import { FileDrop } from './FileDrop.js';
import { ImportList } from './ImportList.js';
import { UploadProgress } from './UploadProgress.js';
import { useUpload } from './uploads.js';
import { useBulkUpload } from './useBulkUpload.js';
import type { Imports } from './useImports.js';

type Delimiter = BulkUploadFields['delimiter'];

const delimiters: readonly { value: Delimiter; label: RawLeadWordKey }[] = [
  { value: '', label: 'crm.imports.delimiters.detect' },
  { value: ',', label: 'crm.imports.delimiters.comma' },
  { value: ';', label: 'crm.imports.delimiters.semicolon' },
  { value: '\t', label: 'crm.imports.delimiters.tab' },
  { value: '|', label: 'crm.imports.delimiters.bar' },
];

interface Props {
  open: boolean;
  imports: Imports;
  /** Progress in words for whoever listens. */
  spoken: ReactNode;
  onClose: () => void;
}

/** Takes a file of leads, and shows how far it and those before it are. Closing it stops nothing. */
export default function BulkUploadDialog({ open, imports, spoken, onClose }: Props) {
  const translate = useRawLeadMessages();
  const upload = useUpload();
  const send = useBulkUpload();
  const [file, setFile] = useState<File | null>(null);
  const [delimiter, setDelimiter] = useState<Delimiter>('');
  const [type, setType] = useState<TypeName>('life');
  const [typed, setTyped] = useState<TypedConsent>();
  const [errors, setErrors] = useState<Record<string, string>>({});

  const start = async () => {
    if (!file || upload) return;
    const read = typed && readFileConsent(typed, new Date());
    if (read && 'errors' in read) {
      setErrors(read.errors);
      return;
    }
    setErrors({});
    const outcome = await send({ file, delimiter, lt: type, ...(read && { consent: read.consent }) });
    if (outcome.kind === 'started') {
      setFile(null);
      // The next file has been agreed to elsewhere.
      setTyped(undefined);
    }
    if (outcome.kind === 'refused') setErrors(outcome.errors);
  };
  const reason = upload ? 'crm.imports.underWay' : file ? undefined : 'crm.imports.chooseFirst';

  return (
    <DialogFrame
      open={open}
      title={translate('crm.imports.bulkUpload')}
      subtitle={translate('crm.imports.hint')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
      extras={
        <Typography variant="caption" color="textSecondary">
          {translate('crm.imports.leave')}
        </Typography>
      }
      actions={
        <>
          <Button color="secondary" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            {...(reason === undefined ? {} : { reason: translate(reason) })}
          >
            {translate('crm.imports.upload')}
          </ReasonButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {upload ? (
          <UploadProgress upload={upload} />
        ) : (
          <>
            <FileDrop
              file={file}
              error={errors['file']}
              onChoose={(chosen) => {
                setFile(chosen);
                setErrors({});
              }}
            />
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
                gap: 2,
                alignItems: 'start',
              }}
            >
              <TextField
                select
                id="bulk-upload-delimiter"
                label={translate('crm.imports.delimiter')}
                value={delimiter}
                error={errors['delimiter'] !== undefined}
                helperText={errors['delimiter']}
                onChange={({ target }) => {
                  setDelimiter(delimiters.find(({ value }) => value === target.value)?.value ?? '');
                }}
                slotProps={{ select: { displayEmpty: true } }}
              >
                {delimiters.map(({ value, label }) => (
                  <MenuItem key={value} value={value}>
                    {translate(label)}
                  </MenuItem>
                ))}
              </TextField>
              <SegmentsOf
                label={translate('crm.imports.type')}
                value={type}
                choices={[
                  { value: 'life', text: translate('crm.leads.type.life') },
                  { value: 'health', text: translate('crm.leads.type.health') },
                ]}
                onPick={setType}
              />
            </Box>
            <FileConsentPart
              typed={typed}
              errors={errors}
              onChange={(changed) => {
                setTyped(changed);
                setErrors({});
              }}
            />
          </>
        )}
        <ImportList imports={imports} />
        {spoken}
      </Box>
    </DialogFrame>
  );
}
