import { LOCK_TYPES, type LockType, type PublishType } from '../../../src/vocabulary/datasets.ts';

/** A version, and what it says of its files: whether each is restricted. */
export interface ModelVersion {
  state: 'DRAFT' | 'RELEASED' | 'DEACCESSIONED';
  number: string | null;
  files: Map<number, boolean>;
}

const refusedUnder: Readonly<Record<'edit' | 'publish' | 'delete', readonly LockType[]>> = {
  edit: LOCK_TYPES.filter((type) => type !== 'Ingest' && type !== 'InReview'),
  publish: ['Ingest', 'Workflow', 'finalizePublication', 'EditInProgress', 'FileValidationFailed'],
  delete: LOCK_TYPES.filter((type) => type !== 'InReview'),
};

/** The life of a dataset in the plainest form, as its superuser sees it. Source: datasets.md 2, 7, 8, 9.3, 10, 11. */
export class LifeModel {
  versions: ModelVersion[] = [{ state: 'DRAFT', number: null, files: new Map() }];
  locks = new Set<LockType>();
  links = new Set<number>();
  privateUrl = false;
  gone = false;

  get newest(): ModelVersion {
    return this.versions.at(-1) ?? { state: 'DRAFT', number: null, files: new Map() };
  }
  get hasDraft(): boolean {
    return this.newest.state === 'DRAFT';
  }
  /** The newest version that was ever published. */
  get numbered(): ModelVersion | undefined {
    return this.versions.findLast(({ state }) => state !== 'DRAFT');
  }
  /** What an edit begins with. */
  get working(): ModelVersion {
    if (this.newest.state !== 'DEACCESSIONED') return this.newest;
    return this.versions.findLast(({ state }) => state === 'RELEASED') ?? this.newest;
  }

  isLockedFor(rule: 'edit' | 'publish' | 'delete'): boolean {
    if (rule === 'edit' && this.locks.has('Ingest') && this.locks.size > 1) return true;
    return refusedUnder[rule].some((type) => this.locks.has(type));
  }

  /** The draft, made if there is none; or the refusal. */
  edit(change: (draft: ModelVersion) => void): string {
    if (this.isLockedFor('edit')) return 'DATASET_LOCKED';
    if (!this.hasDraft) this.versions.push({ state: 'DRAFT', number: null, files: new Map(this.working.files) });
    change(this.newest);
    return 'OK';
  }

  publish(type: PublishType): string {
    if (this.isLockedFor(type === 'updatecurrent' ? 'delete' : 'publish')) return 'DATASET_LOCKED';
    if (!this.hasDraft) return 'DATASET_ALREADY_PUBLISHED';
    const draft = this.newest;
    const before = this.numbered;
    const sameFiles = before?.files.size === draft.files.size && [...draft.files.keys()].every((id) => before.files.has(id));
    const follows = type === 'minor' && before !== undefined && this.versions.every(({ state }) => state !== 'RELEASED');
    if (type !== 'major' && ((before?.state !== 'RELEASED' && !follows) || !sameFiles)) {
      return type === 'minor' ? 'DATASET_MINOR_VERSION_REFUSED' : 'DATASET_UPDATE_CURRENT_REFUSED';
    }
    const [major = 0, minor = 0] = (before?.number ?? '0.0').split('.').map(Number);
    if (type === 'updatecurrent' && before !== undefined) {
      before.files = draft.files;
      this.versions.pop();
    } else {
      draft.state = 'RELEASED';
      draft.number = type === 'major' ? `${major + 1}.0` : `${major}.${minor + 1}`;
    }
    this.#endDraft();
    return 'OK';
  }

  /** Deletes the draft, and the dataset with its only version. */
  deleteDraft(): string {
    if (this.isLockedFor('delete')) return 'DATASET_LOCKED';
    if (!this.hasDraft) return 'DATASET_DRAFT_NOT_FOUND';
    this.versions.pop();
    this.gone = this.versions.length === 0;
    this.#endDraft();
    return 'OK';
  }

  submit(): string {
    if (this.locks.has('Workflow')) return 'DATASET_LOCKED';
    if (!this.hasDraft) return 'DATASET_ALREADY_PUBLISHED';
    return this.lock('InReview') === 'OK' ? 'OK' : 'DATASET_IN_REVIEW';
  }

  lock(type: LockType): string {
    if (this.locks.has(type)) return 'DATASET_LOCK_EXISTS';
    this.locks.add(type);
    return 'OK';
  }

  makePrivateUrl(): string {
    if (this.privateUrl || !this.hasDraft) return 'PRIVATE_URL_REFUSED';
    this.privateUrl = true;
    return 'OK';
  }

  #endDraft(): void {
    this.locks.delete('InReview');
    this.privateUrl = false;
  }
}
