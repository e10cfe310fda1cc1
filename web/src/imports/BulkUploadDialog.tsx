import { useEffect, useState, type ReactNode } from 'react';
import { useEvent, useStore } from 'react-admin';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import type { BulkUploadFields, LeadImport } from '@crm/contracts/entities/lead-import.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useRawLeadMessages, type RawLeadWordKey } from '../i18n/raw-leads.en.js';
import { SegmentsOf } from '../controls/SegmentsOf.js';
import { readFileConsent, type TypedConsent } from './file-consent.rules.js';
import { FileConsentPart } from './FileConsentPart.js';
import { FileDrop } from './FileDrop.js';
import { isRunning } from './import-progress.rules.js';
import { ImportCard } from './ImportCard.js';
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
        <ImportList open={open} imports={imports} />
        {spoken}
      </Box>
    </DialogFrame>
  );
}

/** The imports that run and those that have ended, newest first. */
function ImportList({ open, imports: { data, isError, refetch } }: { open: boolean; imports: Imports }) {
  const translate = useRawLeadMessages();
  const [cleared, setCleared] = useStore<string[]>('imports.cleared', []);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const ended = data?.filter((known) => !isRunning(known)).map(({ id }) => id) ?? [];
  const isCleared = ({ id }: LeadImport) => ended.includes(id) && cleared.includes(id);
  const shown = data?.filter((known) => showsEarlier || !isCleared(known));
  const earlier = (data?.length ?? 0) - (shown?.length ?? 0);
  const clear = useEvent(() => {
    setCleared(ended);
    setShowsEarlier(false);
  });
  // What was seen to its end is cleared with the dialog.
  useEffect(() => {
    if (!open) return undefined;
    return clear;
  }, [open, clear]);
  return (
    <Box component="section" aria-labelledby="bulk-upload-imports">
      <Typography id="bulk-upload-imports" variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        {translate('crm.imports.latest')}
      </Typography>
      {isError && !data && (
        <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2">{translate('crm.imports.loadFailed')}</Typography>
          <Button size="small" onClick={() => void refetch()}>
            {translate('crm.action.retry')}
          </Button>
        </Box>
      )}
      {shown?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.imports.none')}
        </Typography>
      )}
      {shown && shown.length > 0 && (
        <Box
          component="ul"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 1.5,
            m: 0,
            p: 0,
            listStyle: 'none',
          }}
        >
          {shown.map((known) => (
            <ImportCard key={known.id} known={known} />
          ))}
        </Box>
      )}
      {(earlier > 0 || ended.length > 0) && (
        <Box sx={{ display: 'flex', gap: 1, mt: 1, ml: -1 }}>
          {shown?.some(({ id }) => ended.includes(id)) === true && (
            <Button size="small" onClick={clear}>
              {translate('crm.imports.clear')}
            </Button>
          )}
          {earlier > 0 && (
            <Button
              size="small"
              onClick={() => {
                setShowsEarlier(true);
              }}
            >
              {translate('crm.imports.earlier', { smart_count: earlier })}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
