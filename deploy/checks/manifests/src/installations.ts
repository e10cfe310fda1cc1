import { installationOf, type Installation } from './installation.js';

const production = 'k8s/overlays/production';
const development = 'k8s/overlays/development';

/** All installations of our folders, in the order in which they are applied. */
export const installations: readonly Installation[] = [
  installationOf('production', [`${production}/stores`, `${production}/prepare`, production]),
  installationOf('production on managed stores', ['k8s/stores/managed', `${production}/prepare`, production]),
  installationOf('development', [`${development}/stores`, `${development}/prepare`, development]),
];
