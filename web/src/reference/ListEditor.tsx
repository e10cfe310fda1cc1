import { changeReferenceList } from '@crm/contracts/http/reference.js';
import { useEffect, useRef, useState } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { ReferenceList, ReferenceListInput } from '@crm/contracts/reference/reference-list.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useReferenceMessages } from '../i18n/reference.en.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { refusalOf } from '../http/http-client.js';
import { useVerb } from '../providers/useVerb.js';
import { EntryDetails } from './EntryDetails.js';
import { EntryRow } from './EntryRow.js';
import { checkedInput, draftOf, isChanged, moved, newEntry, type DraftEntry } from './list-draft.rules.js';
import { referenceKey } from './useReferenceList.js';

const noErrors: Record<string, string> = {};

/** One list to change: all of it is saved at once, from the version that it was read as. `onDirty` hears of unsaved changes. */
export function ListEditor({
  list: latest,
  onDirty,
}: {
  list: ReferenceList;
  onDirty: (is: boolean) => void;
}) {
  const translate = useReferenceMessages();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const [stored, setStored] = useState(latest);
  const [entries, setEntries] = useState(() => draftOf(latest));
  const [errors, setErrors] = useState(noErrors);
  const [detailsOf, setDetailsOf] = useState<string>();
  const made = useRef(0);
  const changed = isChanged(stored, entries);
  useLeaveCheck(changed ? 'ask' : undefined);
  useEffect(() => {
    onDirty(changed);
  }, [changed, onDirty]);

  const start = (list: ReferenceList) => {
    setStored(list);
    setEntries(draftOf(list));
    setErrors(noErrors);
  };
  // What somebody else saved is shown at once, unless changes of one's own would be lost.
  if (latest.version > stored.version && !changed) start(latest);

  const saving = useVerb(
    (provider, input: ReferenceListInput) =>
      provider.call(changeReferenceList, { params: { list: input.list }, body: input }),
    {
      onSuccess: ({ reference, ...outcome }) => {
        client.setQueryData(referenceKey(reference.list), reference);
        start(reference);
        showAnswer(outcome);
      },
      onRefused: (error) => {
        const refusal = refusalOf(error);
        if (refusal?.errors) setErrors(refusal.errors);
        if (refusal?.code === 'conflict')
          void client.invalidateQueries({ queryKey: referenceKey(stored.list) });
      },
    },
  );
  const save = () => {
    const checked = checkedInput(stored, entries);
    if ('errors' in checked) setErrors(checked.errors);
    else saving.mutate(checked.input);
  };
  const change = (key: string, fields: Partial<DraftEntry>) => {
    setErrors(noErrors);
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...fields } : entry)));
  };
  const errorAt = (index: number, field: string) => errors[`entries.${String(index)}.${field}`];
  const detailFields = ['phone', 'website', 'info', 'url', 'instructions'];
  const reason = changed ? undefined : translate('crm.reference.nothing');
  const detailed = entries.findIndex(({ key }) => key === detailsOf);
  const entryInDetail = entries[detailed];

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap', px: 2.5, py: 1.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 240px' }}>
          {stored.changed_at === null
            ? translate('crm.reference.neverChanged')
            : translate('crm.reference.changed', {
                name: stored.changed_by ?? translate('crm.reference.somebody'),
                at: shownInstant(stored.changed_at),
              })}
          {' · '}
          {translate('crm.reference.count', {
            offered: entries.filter(({ active }) => active).length,
            all: entries.length,
          })}
        </Typography>
        <Button
          variant="outlined"
          startIcon={<AddOutlined />}
          onClick={() => {
            made.current += 1;
            setEntries([...entries, newEntry(stored.list, `new entry ${String(made.current)}`)]);
          }}
        >
          {translate('crm.reference.add')}
        </Button>
        <ReasonButton
          variant="outlined"
          reason={reason}
          onClick={() => {
            start(latest);
          }}
        >
          {translate('crm.reference.discard')}
        </ReasonButton>
        <ReasonButton variant="contained" reason={reason} loading={saving.isPending} onClick={save}>
          {translate('crm.reference.save')}
        </ReasonButton>
      </Box>
      {latest.version > stored.version && (
        <Alert severity="warning" sx={{ mx: 2.5, mb: 1.5 }}>
          {translate('crm.reference.conflict', {
            name: latest.changed_by ?? translate('crm.reference.somebody'),
          })}
        </Alert>
      )}
      {errors['entries'] !== undefined && (
        <Alert severity="error" sx={{ mx: 2.5, mb: 1.5 }}>
          {errors['entries']}
        </Alert>
      )}
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
        <Table stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{translate('crm.reference.order')}</TableCell>
              <TableCell>{translate('crm.reference.name')}</TableCell>
              <TableCell>{translate('crm.reference.code')}</TableCell>
              <TableCell>{translate('crm.reference.offeredHead')}</TableCell>
              <TableCell />
            </TableRow>
          </TableHead>
          <TableBody>
            {entries.map((entry, index) => (
              <EntryRow
                key={entry.key}
                entry={entry}
                number={index + 1}
                isLast={index === entries.length - 1}
                hasDetails={stored.list === 'carriers' || stored.list === 'portals'}
                error={errorAt(index, 'text') ?? errorAt(index, 'code')}
                detailError={detailFields
                  .map((field) => errorAt(index, field))
                  .find((each) => each !== undefined)}
                onChange={(fields) => {
                  change(entry.key, fields);
                }}
                onMove={(by) => {
                  setErrors(noErrors);
                  setEntries(moved(entries, entry.key, by));
                }}
                onRemove={() => {
                  setErrors(noErrors);
                  setEntries(entries.filter(({ key }) => key !== entry.key));
                }}
                onDetails={() => {
                  setDetailsOf(entry.key);
                }}
              />
            ))}
          </TableBody>
        </Table>
        <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, py: 1.5 }}>
          {translate('crm.reference.hint')}
        </Typography>
      </Box>
      {entryInDetail && (
        <EntryDetails
          entry={entryInDetail}
          errorOf={(field) => errorAt(detailed, field)}
          onChange={(fields) => {
            change(entryInDetail.key, fields);
          }}
          onClose={() => {
            setDetailsOf(undefined);
          }}
        />
      )}
    </>
  );
}
