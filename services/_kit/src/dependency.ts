/** A system that a service needs to handle its calls, e.g. its database. */
export interface Dependency {
  isAvailable(): boolean;
  /** Calls the listener when the dependency becomes unavailable. Returns a function that removes it. */
  onOutage(listener: () => void): () => void;
}
