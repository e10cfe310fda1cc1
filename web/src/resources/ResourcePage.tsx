import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useRecordContext, type RaRecord } from 'react-admin';
import { useMatch } from 'react-router-dom';
import { useNavigate } from '../routing/NavigateProvider.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import { capital } from '@crm/contracts/resources/define-resource.js';
import { IconAction } from '../controls/IconAction.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { ListTools, useDensity } from '../lists/ListTools.js';
import { DeleteRecordDialog } from './DeleteRecordDialog.js';
import { CreateDialog, EditDialog } from './ResourceDialog.js';
import { PickedFilters, ResourceFilters } from './ResourceFilters.js';
import { namingColumn, useResourceColumns } from './useResourceColumns.js';
import { nounsOf } from './nouns.rules.js';
import type { RecordOf, ResourceView } from './resource-view.js';
import { useResourceWords } from './resource-words.js';
import { useLiveRecords } from './useLiveRecords.js';

interface Props<F extends Fields> {
  view: ResourceView<F>;
}

/** The page of a resource: its list, and the form of a new record or of one as a dialog with an address of its own. */
export function ResourcePage<F extends Fields>({ view }: Props<F>) {
  const { resource, perPage = 20 } = view;
  const [field, order] = resource.sort;
  return (
    <ListRoot resource={resource.name} sort={{ field, order }} perPage={perPage}>
      <Records view={view} />
      <OpenForm view={view} />
    </ListRoot>
  );
}

function Records<F extends Fields>({ view }: Props<F>) {
  const translate = useResourceMessages();
  const live = useLiveRecords(view.resource.name);
  const storeKey = `${view.resource.name}.columns`;
  const [isDense] = useDensity(storeKey);
  const columns = useResourceColumns(view, <RowActions view={view} />);
  const nouns = nounsOf(view.resource);
  const { rights, search } = view.resource;
  const actions = (view.actions !== undefined || rights.create !== undefined) && {
    actions: (
      <>
        {view.actions}
        {rights.create !== undefined && <AddButton view={view} />}
      </>
    ),
  };
  return (
    <ListPage<RecordOf<F> & RaRecord>
      title={view.title ?? capital(nouns.many)}
      count={(total) => translate('crm.resource.count', { smart_count: total, ...nouns })}
      {...actions}
      above={view.views}
      {...(view.above !== undefined && { above: view.above, isLong: true })}
      search={search.length > 0 && <ListSearch label={translate('crm.resource.search', nouns)} />}
      filters={
        <>
          {view.filters}
          <ResourceFilters resource={view.resource} />
        </>
      }
      tools={<ListTools columns={labelsOf(view)} fixed={namingColumn(view)} storeKey={storeKey} />}
      columns={columns}
      failed={translate('crm.resource.failed', nouns)}
      skeletonRows={5}
      storeKey={storeKey}
      isDense={isDense}
      live={live}
      none={{ Icon: view.Icon, title: translate('crm.resource.none', nouns), text: view.emptyText }}
      noneMatch={{
        title: translate('crm.resource.noneFound', nouns),
        text: translate('crm.resource.noneFoundText'),
      }}
      clearLabel={translate('crm.resource.clear')}
    >
      <PickedFilters resource={view.resource} />
    </ListPage>
  );
}

/** The columns of a view by name. */
function labelsOf<F extends Fields>({ resource, columns }: ResourceView<F>) {
  return Object.keys(columns).map((source) => {
    const { short, label = source } = resource.fields[source] ?? {};
    return { source, label: short ?? label };
  });
}

function AddButton<F extends Fields>({ view }: Props<F>) {
  const { add } = useResourceWords(view);
  const navigate = useNavigate();
  return (
    <Button variant="contained" onClick={() => void navigate(`/${view.resource.name}/create`)}>
      {add}
    </Button>
  );
}

function RowActions<F extends Fields>({ view }: Props<F>) {
  const words = useResourceWords(view);
  const navigate = useNavigate();
  const row = useRecordContext<RaRecord>();
  const [isDeleting, setDeleting] = useState(false);
  if (row === undefined) return null;
  const record = view.resource.record.parse(row);
  const { rights } = view.resource;
  const name = view.nameOf(record);
  return (
    <>
      {/* What only some rows have comes first: the same actions stand below each other. */}
      {view.rowActions?.(record)}
      {rights.change !== undefined && (
        <IconAction
          label={words.edit(name)}
          onClick={() => void navigate(`/${view.resource.name}/${String(row.id)}`)}
        >
          <EditOutlined />
        </IconAction>
      )}
      {rights.remove !== undefined && view.canRemove?.(record) !== false && (
        <IconAction
          label={words.delete(name)}
          onClick={() => {
            setDeleting(true);
          }}
        >
          <DeleteOutlined />
        </IconAction>
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
  const { name, rights } = view.resource;
  const navigate = useNavigate();
  const creates = useMatch(`/${name}/create`) !== null;
  const id = useMatch(`/${name}/:id`)?.params.id;
  const close = () => void navigate(`/${name}`);
  if (creates && rights.create !== undefined) return <CreateDialog view={view} onClose={close} />;
  if (id === undefined || rights.change === undefined) return null;
  return <EditDialog view={view} id={id} onClose={close} />;
}
