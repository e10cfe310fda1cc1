import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { ListBase, useListContext, useRecordContext, type RaRecord } from 'react-admin';
import { useMatch, useNavigate } from 'react-router-dom';
import { capital, type Fields } from '@crm/contracts/resources/define-resource.js';
import { useResourceWords } from '../i18n/resources.en.js';
import { PageHead } from '../layout/PageHead.js';
import { TableNotice } from '../lists/TableNotice.js';
import { filterValues } from '../lists/filter-values.js';
import { FlashContext } from '../lists/flashes.js';
import { ListSearch } from '../lists/ListSearch.js';
import { ListTools, useDensity } from '../lists/ListTools.js';
import { DeleteRecordDialog } from './DeleteRecordDialog.js';
import { CreateDialog, EditDialog } from './ResourceDialog.js';
import { PickedFilters, ResourceFilters } from './ResourceFilters.js';
import { ResourceTable } from './ResourceTable.js';
import { nounsOf } from './nouns.rules.js';
import type { ResourceView } from './resource-view.js';
import { useLiveRecords } from './useLiveRecords.js';

interface Props<F extends Fields> {
  view: ResourceView<F>;
}

/** The page of a resource: its list, and the form of a new record or of one as a dialog with an address of its own. */
export function ResourcePage<F extends Fields>({ view }: Props<F>) {
  const { name, sort } = view.resource;
  const [field, order] = sort;
  return (
    <ListBase resource={name} sort={{ field, order }} perPage={20} disableAuthentication>
      <Records view={view} />
      <OpenForm view={view} />
    </ListBase>
  );
}

function Records<F extends Fields>({ view }: Props<F>) {
  const words = useResourceWords();
  const { total } = useListContext();
  const { hasNew, showNew, flashes, rows } = useLiveRecords(view.resource.name);
  const storeKey = `${view.resource.name}.columns`;
  const [isDense] = useDensity(storeKey);
  const nouns = nounsOf(view.resource);
  const { rights, search } = view.resource;
  const add = rights.create !== undefined && <AddButton view={view} />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
      <PageHead
        title={capital(nouns.many)}
        count={
          total !== undefined && (
            <>
              {words('crm.resource.count', { smart_count: total, ...nouns })}
              {hasNew && (
                <Button size="small" onClick={showNew} sx={{ ml: 1 }}>
                  {words('crm.resource.showNew')}
                </Button>
              )}
            </>
          )
        }
        actions={add || undefined}
      />
      <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {search.length > 0 && (
          <ListSearch
            label={words('crm.resource.search', nouns)}
            clearLabel={words('crm.resource.clearSearch')}
          />
        )}
        <ResourceFilters resource={view.resource} />
        <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>
          <ListTools columns={labelsOf(view)} fixed={search[0] ?? 'id'} storeKey={storeKey} />
        </Box>
      </Box>
      <PickedFilters resource={view.resource} />
      <FlashContext value={flashes}>
        <ResourceTable
          view={view}
          empty={<Empty view={view} />}
          actions={<RowActions view={view} />}
          storeKey={storeKey}
          isDense={isDense}
          readingRef={rows}
        />
      </FlashContext>
    </Box>
  );
}

/** The columns of a view by name. */
function labelsOf<F extends Fields>({ resource, columns }: ResourceView<F>) {
  return Object.keys(columns).map((source) => ({ source, label: resource.fields[source]?.label ?? source }));
}

function AddButton<F extends Fields>({ view }: Props<F>) {
  const words = useResourceWords();
  const navigate = useNavigate();
  return (
    <Button variant="contained" onClick={() => void navigate(`/${view.resource.name}/create`)}>
      {words('crm.resource.add', nounsOf(view.resource))}
    </Button>
  );
}

/** What an empty list says: searched to nothing, or nothing there. */
function Empty<F extends Fields>({ view }: Props<F>) {
  const words = useResourceWords();
  const list = useListContext();
  const nouns = nounsOf(view.resource);
  if (Object.keys(filterValues.parse(list.filterValues)).length > 0) {
    return (
      <TableNotice
        icon={<SearchOffOutlined />}
        title={words('crm.resource.noneFound', nouns)}
        text={words('crm.resource.noneFoundText')}
        actions={
          <Button
            variant="contained"
            onClick={() => {
              list.setFilters({}, undefined, false);
            }}
          >
            {words('crm.resource.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <TableNotice
      icon={<view.Icon />}
      title={words('crm.resource.none', nouns)}
      text={view.emptyText}
      actions={view.resource.rights.create !== undefined && <AddButton view={view} />}
    />
  );
}

function RowActions<F extends Fields>({ view }: Props<F>) {
  const words = useResourceWords();
  const navigate = useNavigate();
  const row = useRecordContext<RaRecord>();
  const [isDeleting, setDeleting] = useState(false);
  if (row === undefined) return null;
  const record = view.resource.record.parse(row);
  const { rights } = view.resource;
  const name = view.nameOf(record);
  const edit = words('crm.resource.edit', { name });
  const remove = words('crm.resource.delete', { name });
  return (
    <>
      {rights.change !== undefined && (
        <Tooltip title={edit}>
          <IconButton
            aria-label={edit}
            onClick={() => void navigate(`/${view.resource.name}/${String(row.id)}`)}
          >
            <EditOutlined />
          </IconButton>
        </Tooltip>
      )}
      {view.rowActions?.(record)}
      {rights.remove !== undefined && (
        <Tooltip title={remove}>
          <IconButton
            aria-label={remove}
            onClick={() => {
              setDeleting(true);
            }}
          >
            <DeleteOutlined />
          </IconButton>
        </Tooltip>
      )}
      {isDeleting && (
        <DeleteRecordDialog
          view={view}
          row={row}
          onClose={() => {
            setDeleting(false);
          }}
        />
      )}
    </>
  );
}

function OpenForm<F extends Fields>({ view }: Props<F>) {
  const { name } = view.resource;
  const navigate = useNavigate();
  const creates = useMatch(`/${name}/create`) !== null;
  const id = useMatch(`/${name}/:id`)?.params.id;
  const close = () => void navigate(`/${name}`);
  if (creates) return <CreateDialog view={view} onClose={close} />;
  return id === undefined ? null : <EditDialog view={view} id={id} onClose={close} />;
}
