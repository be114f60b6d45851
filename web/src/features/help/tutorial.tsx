import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { Icon } from '../../components/icon.js';
import { Panel } from '../../components/page/panel.js';
import { prefersReducedMotion } from '../../lib/browser/device/device.js';
import { currentLanguage, languageNames } from '../../lib/language/language.js';
import { captionsOf } from './captions.js';
import styles from './help-page.module.css';
import { texts } from './texts.js';
import { cutsMs } from './tutorial-cuts.js';

/** A screen recording in public/, made by `npm run product-pictures -w web`. */
const tutorialPath = '/tutorial.webm';

let captionsFile = '';

/** The captions in the language of the page, as a file that a track can load. Created once per document. */
const captionsPath = (): string => {
  if (captionsFile !== '') return captionsFile;
  const file = new Blob([captionsOf(texts.steps, cutsMs)], { type: 'text/vtt' });
  captionsFile = URL.createObjectURL(file);
  return captionsFile;
};

function Player() {
  const video = useRef<HTMLVideoElement>(null);
  const language = currentLanguage();
  useEffect(() => video.current?.focus(), []);
  return (
    <Panel title={texts.video} className={styles.panel}>
      {/* Without sound: the captions contain everything. */}
      <video
        ref={video}
        className={styles.player}
        src={tutorialPath}
        width={1120}
        height={700}
        controls
        tabIndex={0}
        muted
        playsInline
        preload="auto"
        autoPlay={!prefersReducedMotion()}
      >
        <track
          kind="captions"
          src={captionsPath()}
          srcLang={language}
          label={languageNames[language]}
          default
        />
      </video>
      <h3>{texts.stepsTitle}</h3>
      <ol className={styles.steps}>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Panel>
  );
}

/** A link that opens the recording here. With a modifier key it opens the file, as every link does. */
export function Tutorial() {
  const [isOpen, setIsOpen] = useState(false);
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(true);
  };
  if (isOpen) return <Player />;
  return (
    <a className={styles.video} href={tutorialPath} onClick={open}>
      <Icon name="play" />
      <span>
        <strong>{texts.video}</strong>
        <small>{texts.videoNote}</small>
      </span>
    </a>
  );
}
