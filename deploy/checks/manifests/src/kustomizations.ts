const overlays = ['k8s/overlays/production', 'k8s/overlays/development'];

/** Every kustomization that is applied directly, from the repository root. */
export const kustomizations = [
  ...overlays.flatMap((overlay) => [overlay, `${overlay}/stores`, `${overlay}/prepare`]),
  'k8s/stores/managed',
];
