/** Runs in both browsers: FilePizza's two sides, for a bench to drive. */

import { FilePizzaDownloader, FilePizzaUploader } from 'filepizza-client';

declare global {
  interface Window {
    /** @returns the name of the upload. */
    share(file: File): Promise<string>;
    /** Starts the download; the returned function reads how many bytes have arrived. */
    receive(upload: string): Promise<() => number>;
  }
}

const options = { filePizzaServerUrl: window.location.origin };

window.share = async (file) => {
  const uploader = new FilePizzaUploader(options);
  uploader.setFiles([file]);
  await uploader.initialize();
  return uploader.getShareableLinks()?.short ?? '';
};

window.receive = async (upload) => {
  const downloader = new FilePizzaDownloader(options);
  const announced = new Promise((resolve) => downloader.on('info', resolve));
  if (!(await downloader.connect(upload))) throw new Error(downloader.getStatus().errorMessage);
  await announced;
  await downloader.startDownload();
  return () => downloader.getProgress().bytesTransferred;
};
