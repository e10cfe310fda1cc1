import type { RaThemeOptions } from 'react-admin';
import { baseComponents } from './base-components.js';
import { formComponents } from './form-components.js';
import { surfaceComponents } from './surface-components.js';
import { frameworkComponents, tableComponents } from './table-components.js';

/** The look of every component, of the library and of react-admin. */
export const components: RaThemeOptions['components'] = {
  ...baseComponents,
  ...formComponents,
  ...surfaceComponents,
  ...tableComponents,
  ...frameworkComponents,
};
