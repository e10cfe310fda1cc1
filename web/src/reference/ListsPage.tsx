import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useSearchParams } from 'react-router-dom';
import { referenceListName, type ReferenceListName } from '@crm/contracts/reference/reference-list.js';
import { DiscardDialog } from '../controls/DiscardDialog.js';
import { EmptyState } from '../controls/EmptyState.js';
import { useReferenceMessages } from '../i18n/reference.en.js';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { ListEditor } from './ListEditor.js';
import { useStoredList } from './useReferenceList.js';

const listInAddress = 'list';

/** The lists that admins keep: one at a time, named in the address. */
export default function ListsPage() {
  const translate = useReferenceMessages();
  const [query, setQuery] = useSearchParams();
  const list = referenceListName.catch('medications').parse(query.get(listInAddress));
  const [isDirty, setIsDirty] = useState(false);
  const [wanted, setWanted] = useState<string>();
  const goTo = (name: string) => {
    setWanted(undefined);
    setQuery({ [listInAddress]: name });
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, gap: 2 }}>
      <PageHead
        title={translate('crm.reference.title')}
        actions={
          <TextField
            select
            size="small"
            value={list}
            label={translate('crm.reference.choose')}
            onChange={({ target }) => {
              if (isDirty) setWanted(target.value);
              else goTo(target.value);
            }}
            sx={{ minWidth: 240 }}
          >
            {referenceListName.options.map((name) => (
              <MenuItem key={name} value={name}>
                {translate(`crm.reference.lists.${name}`)}
              </MenuItem>
            ))}
          </TextField>
        }
      />
      <PageCard>
        <OneList key={list} list={list} onDirty={setIsDirty} />
      </PageCard>
      <DiscardDialog
        open={wanted !== undefined}
        onKeep={() => {
          setWanted(undefined);
        }}
        onDiscard={() => {
          if (wanted !== undefined) goTo(wanted);
        }}
      />
    </Box>
  );
}

function OneList({ list, onDirty }: { list: ReferenceListName; onDirty: (is: boolean) => void }) {
  const translate = useReferenceMessages();
  const { data, isError, refetch } = useStoredList(list);
  if (data !== undefined) return <ListEditor list={data} onDirty={onDirty} />;
  if (isError) {
    return (
      <EmptyState
        icon={<ListAltOutlined />}
        title={translate('crm.reference.title')}
        text={translate('crm.reference.failed')}
        actions={
          <Button variant="contained" onClick={() => void refetch()}>
            {translate('crm.reference.again')}
          </Button>
        }
      />
    );
  }
  return (
    <Box role="status" aria-label={translate('crm.loading.label')} sx={{ p: 2.5 }}>
      <Skeleton variant="rounded" height={320} />
    </Box>
  );
}
