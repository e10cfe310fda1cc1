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
import { shownValue } from '../../fields/shown-value.js';

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
      name: { width: 190, wraps: true },
      scope: {
        width: 130,
        wraps: true,
        cell: ({ scope, state }) =>
          [shownValue(fields.scope, scope), state === null ? '' : stateName(state)]
            .filter(Boolean)
            .join(': '),
      },
      as_of: { width: 95 },
      age_days: { width: 85 },
      status: {
        width: 110,
        wraps: true,
        cell: ({ status, message }) =>
          [shownValue(fields.status, status), message].filter(Boolean).join(': '),
      },
      numbers: { width: 90 },
      refused: { width: 80 },
      proof: { width: 130, wraps: true },
      imported_by: {
        width: 130,
        wraps: true,
        cell: ({ imported_by, imported_at }) =>
          `${imported_by}, ${shownValue(fields.imported_at, imported_at)}`,
      },
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
