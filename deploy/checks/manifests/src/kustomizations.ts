const overlays = ['k8s/overlays/production', 'k8s/overlays/development'];

/** Every kustomization that somebody applies, from the root of the repository. */
export const kustomizations = [
  ...overlays.flatMap((overlay) => [overlay, `${overlay}/stores`, `${overlay}/prepare`]),
  'k8s/stores/managed',
];
