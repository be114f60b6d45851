{{/* The objects of a service. (dict "root" $ "name" "shares" "svc" {…}) */}}

{{- define "tandem.scales" -}}
{{- if and .root.Values.autoscaling.enabled .svc.autoscaling }}true{{ end -}}
{{- end -}}

{{- define "tandem.probes" -}}
{{- $probes := .svc.probes -}}
{{- /* The files share a port with their probes. The kubelet does not verify certificates. */ -}}
{{- $scheme := ternary ", scheme: HTTPS" "" (and (eq .svc.kind "static") (eq (include "tandem.servesTls" .) "true")) -}}
startupProbe:
  httpGet: { path: {{ $probes.ready }}, port: {{ $probes.portName }}{{ $scheme }} }
  periodSeconds: 1
  {{- if eq .svc.kind "static" }}
  failureThreshold: 30
  {{- else }}
  timeoutSeconds: 3
  failureThreshold: 60
  {{- end }}
livenessProbe:
  httpGet: { path: {{ $probes.live }}, port: {{ $probes.portName }}{{ $scheme }} }
  periodSeconds: 10
  {{- if eq .svc.kind "static" }}
  timeoutSeconds: 3
  {{- else }}
  timeoutSeconds: 5
  failureThreshold: 6
  {{- end }}
readinessProbe:
  {{- if eq .svc.kind "rpc" }}
  {{- /* Not the startup probe's path, which fails without the database: callers get a quick `unavailable` from a pod in
  the endpoints, and nothing from one that was removed. The kubelet cannot check gRPC over TLS. */}}
  httpGet: { path: /servingz, port: {{ $probes.portName }} }
  {{- else }}
  httpGet: { path: {{ $probes.ready }}, port: {{ $probes.portName }}{{ $scheme }} }
  {{- end }}
  periodSeconds: 5
  timeoutSeconds: 3
  {{- if ne .svc.kind "static" }}
  failureThreshold: 2
  {{- end }}
{{- end -}}

{{- define "tandem.command" -}}
{{- if ne .svc.kind "static" }}
command: [node]
args: [--import, "@tandem/kit/otel", dist/bundle/main.js]
workingDir: /app/service
{{- end }}
{{- end -}}

{{/* Node sleeps in the images of the services, so that they need no other program; the web image has sleep. */}}
{{- define "tandem.preStop" -}}
{{- $seconds := .root.Values.defaults.preStopSeconds | int -}}
{{- if eq .svc.kind "static" }}
command: [sleep, {{ $seconds | toString | quote }}]
{{- else }}
command: [node, -e, "setTimeout(() => {}, {{ mul $seconds 1000 }})"]
{{- end }}
{{- end -}}

{{- define "tandem.mountsFirebase" -}}
{{- $v := .root.Values -}}
{{- if and (has "firebaseAdmin" (.svc.needs | default list)) $v.secrets.FIREBASE_SERVICE_ACCOUNT.name (not $v.trial.enabled) }}true{{ end -}}
{{- end -}}

{{/* A change of a secret restarts only the pods that read one. */}}
{{- define "tandem.readsSecrets" -}}
{{- $mounted := include "tandem.mountsFirebase" . -}}
{{- range .svc.volumes }}{{ if .secret }}{{ $mounted = "true" }}{{ end }}{{ end -}}
{{- if or $mounted (contains "secretKeyRef" (include "tandem.env" .)) }}true{{ end -}}
{{- end -}}

{{/*
The number of pods. With an autoscaler, the present one: Helm would reset a Deployment without a number to one pod when
autoscaling is switched on, and one with a fixed number at each upgrade.
*/}}
{{- define "tandem.replicas" -}}
{{- $replicas := .svc.replicas | default .root.Values.defaults.replicas -}}
{{- if include "tandem.scales" . -}}
{{- $least := .svc.autoscaling.minReplicas | int64 -}}
{{- $present := lookup "apps/v1" "Deployment" .root.Release.Namespace (include "tandem.component" .) -}}
{{- $replicas = max $least (dig "spec" "replicas" $least $present | int64) -}}
{{- end -}}
{{- $replicas -}}
{{- end -}}

{{- define "tandem.deployment" -}}
{{- $v := .root.Values -}}
{{- $d := $v.defaults -}}
{{- $user := ternary 101 1000 (eq .svc.kind "static") -}}
{{- $grace := .svc.terminationGracePeriodSeconds | default $d.terminationGracePeriodSeconds | int64 -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
spec:
  replicas: {{ include "tandem.replicas" . }}
  revisionHistoryLimit: 5
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    {{- /* Files of two releases are served for as short a time as possible. */}}
    rollingUpdate: { maxUnavailable: 0, maxSurge: {{ get (dict "ws" "25%" "static" "100%") .svc.kind | default 1 }} }
  selector:
    matchLabels:
      {{- include "tandem.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "tandem.labels" . | nindent 8 }}
      annotations:
        kubectl.kubernetes.io/default-container: {{ .name }}
        {{- if include "tandem.readsSecrets" . }}
        tandem/secrets-revision: {{ $v.secretsRevision | quote }}
        {{- end }}
        {{- if eq .svc.kind "static" }}
        checksum/headers: {{ print (include "tandem.webHeaders" .root) (include "tandem.webPolicies" .root) (include "tandem.webListen" .root) | sha256sum }}
        {{- end }}
        {{- with include "tandem.podAnnotations" .root }}
        {{- . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "tandem.component" . }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $grace }}
      securityContext:
        runAsNonRoot: true
        runAsUser: {{ $user }}
        runAsGroup: {{ $user }}
        fsGroup: {{ $user }}
        seccompProfile: { type: RuntimeDefault }
      {{- with include "tandem.scheduling" . | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      topologySpreadConstraints:
        {{- $self := . }}
        {{- range $d.topologySpread }}
        - maxSkew: 1
          topologyKey: {{ .topologyKey }}
          whenUnsatisfiable: {{ .whenUnsatisfiable }}
          labelSelector:
            matchLabels:
              {{- include "tandem.selector" $self | nindent 14 }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "tandem.image" . }}
          imagePullPolicy: {{ $v.image.pullPolicy }}
          {{- include "tandem.command" . | indent 10 }}
          {{- with include "tandem.envOnce" . }}
          env:
            {{- . | nindent 12 }}
          {{- end }}
          ports:
            - { name: {{ .svc.portName }}, containerPort: {{ .svc.port }} }
            {{- if ne .svc.kind "static" }}
            - { name: {{ .svc.probes.portName }}, containerPort: {{ .svc.probes.port }} }
            {{- end }}
          {{- include "tandem.probes" . | nindent 10 }}
          lifecycle:
            preStop:
              exec:
                {{- include "tandem.preStop" . | indent 16 }}
          resources:
            {{- toYaml (.svc.resources | default $d.resources) | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            runAsNonRoot: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if include "tandem.hasCertificate" . }}
            - { name: peer-tls, mountPath: /run/tls, readOnly: true }
            {{- end }}
            {{- if include "tandem.mountsCa" . }}
            - { name: external-ca, mountPath: /run/ca, readOnly: true }
            {{- end }}
            {{- if include "tandem.mountsFirebase" . }}
            - { name: firebase, mountPath: /var/run/firebase, readOnly: true }
            {{- end }}
            {{- range .svc.volumes }}
            - { name: {{ .name }}, mountPath: {{ .mountPath }}, readOnly: true }
            {{- end }}
            {{- if eq .svc.kind "static" }}
            - { name: headers, mountPath: /etc/nginx/headers.d, readOnly: true }
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        {{- if include "tandem.hasCertificate" . }}
        - name: peer-tls
          secret:
            secretName: {{ include "tandem.peerSecret" . }}
            defaultMode: 0440
            items:
              - { key: tls.key, path: tls.key }
              - { key: tls.crt, path: tls.crt }
              - { key: ca.crt, path: ca.crt }
        {{- end }}
        {{- if include "tandem.mountsCa" . }}
        - name: external-ca
          secret:
            secretName: {{ $v.externalTls.caSecret.name }}
            items:
              - { key: {{ $v.externalTls.caSecret.key }}, path: ca.crt }
        {{- end }}
        {{- if include "tandem.mountsFirebase" . }}
        - name: firebase
          secret:
            secretName: {{ $v.secrets.FIREBASE_SERVICE_ACCOUNT.name }}
            defaultMode: 0440
            items:
              - { key: {{ $v.secrets.FIREBASE_SERVICE_ACCOUNT.key }}, path: service-account.json }
        {{- end }}
        {{- range .svc.volumes }}
        - name: {{ .name }}
          {{- if .persistentVolumeClaim }}
          persistentVolumeClaim: { claimName: {{ .persistentVolumeClaim }}, readOnly: true }
          {{- else if .configMap }}
          configMap: { name: {{ .configMap }} }
          {{- else }}
          secret: { secretName: {{ .secret }} }
          {{- end }}
        {{- end }}
        {{- if eq .svc.kind "static" }}
        - name: headers
          configMap:
            name: {{ include "tandem.component" . }}-headers
        {{- end }}
{{- end -}}

{{/* Headless for gRPC: its clients balance the load and need the address of every pod. */}}
{{- define "tandem.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
spec:
  {{- if eq .svc.kind "rpc" }}
  clusterIP: None
  {{- else }}
  type: ClusterIP
  {{- end }}
  selector:
    {{- include "tandem.selector" . | nindent 4 }}
  ports:
    - name: {{ .svc.portName }}
      port: {{ .svc.port }}
      targetPort: {{ .svc.portName }}
      appProtocol: {{ ternary (get (dict "ws" "kubernetes.io/wss") .svc.kind | default "https") .svc.appProtocol (eq (include "tandem.servesTls" .) "true") }}
{{- end -}}

{{- define "tandem.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
  {{- with .svc.serviceAccountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{- define "tandem.pdb" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  # A pod that is not ready must not block the drain of its node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "tandem.selector" . | nindent 6 }}
{{- end -}}
