/** Setting `:ZipDownloadLimit` where it is not set: 100 MiB. Source: users-admin.md 10.4. */
export const ZIP_DOWNLOAD_LIMIT_BYTES = 104_857_600;
