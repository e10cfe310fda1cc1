import { useState } from 'react';
import PlaylistRemoveOutlined from '@mui/icons-material/PlaylistRemoveOutlined';
import Button from '@mui/material/Button';
import { stateName } from '@crm/contracts/codes/states.js';
import { suppressionLists, type SuppressionList } from '@crm/contracts/resources/suppression-list.js';
import { useSuppressionMessages } from '../../i18n/suppression.en.js';
import { ScreeningStatus } from '../../screening/ScreeningStatus.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { UploadListDialog } from './UploadListDialog.js';

const { fields } = suppressionLists;

/** The lists of numbers that are not to be called: loaded from files, replaced by newer ones, removed. */
export default function SuppressionListsPage() {
  const translate = useSuppressionMessages();
  const [isUploading, setUploading] = useState(false);
  const view = defaultView(suppressionLists, {
    Icon: PlaylistRemoveOutlined,
    title: translate('crm.suppression.title'),
    emptyText: translate('crm.suppression.emptyText'),
    perPage: 50,
    nameOf: (list: SuppressionList) => list.name,
    views: <ScreeningStatus />,
    actions: (
      <Button
        variant="contained"
        onClick={() => {
          setUploading(true);
        }}
      >
        {translate('crm.suppression.add')}
      </Button>
    ),
    columns: {
      name: { width: 210, wraps: true },
      scope: {
        width: 150,
        wraps: true,
        cell: ({ scope, state }) =>
          [fields.scope.shown(scope), state === null ? '' : stateName(state)].filter(Boolean).join(': '),
      },
      as_of: { width: 100 },
      age_days: { width: 90 },
      status: {
        width: 150,
        wraps: true,
        cell: ({ status, message }) => [fields.status.shown(status), message].filter(Boolean).join(': '),
      },
      numbers: { width: 100 },
      refused: { width: 90 },
      proof: { width: 160, wraps: true },
      imported_by: { width: 120 },
      imported_at: { width: 160 },
    },
    canRemove: ({ status }) => status === 'loaded' || status === 'importing',
    words: {
      deleteTitle: translate('crm.suppression.removeTitle'),
      deleteText: (name) => translate('crm.suppression.removeText', { name }),
      deleteNow: translate('crm.suppression.removeNow'),
    },
  });
  return (
    <>
      <ResourcePage view={view} />
      {isUploading && (
        <UploadListDialog
          onClose={() => {
            setUploading(false);
          }}
        />
      )}
    </>
  );
}
